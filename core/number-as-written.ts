/** A number with the text that it is written as. */
export class NumberAsWritten {
  constructor(readonly text: string) {}

  toJSON(): number {
    return Number(this.text);
  }
}
