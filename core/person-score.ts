/** A score that a judge or a person gave. */
export interface GivenScore {
  /** What it is a score of, within its scope. */
  readonly record: string;
  readonly criterion: string;
  readonly score: number;
}

/** A score of a person. */
export interface PersonScore extends GivenScore {
  readonly person: string;
  /** What else its file says of it, such as the model: absent names hold for any. */
  readonly scope: ReadonlyMap<string, string>;
}

/** Whether a score is one of these: no name of its scope says otherwise. */
export const isOfScope = ({ scope }: PersonScore, of: ReadonlyMap<string, string>): boolean =>
  [...scope].every(([name, value]) => !of.has(name) || of.get(name) === value);
