/** A number with its original text. */
export class NumberAsWritten {
  constructor(readonly text: string) {}

  toJSON(): number {
    return Number(this.text);
  }
}
