/** A score given by a judge or a person. */
export interface GivenScore {
  /** Id of the scored record, within the scope. */
  readonly record: string;
  readonly criterion: string;
  readonly score: number;
}

/** A score given by a person. */
export interface PersonScore extends GivenScore {
  readonly person: string;
  /** Further fields of its file, such as the model; a missing name matches any value. */
  readonly scope: ReadonlyMap<string, string>;
}

/** Whether a score's scope matches: no name has a different value. */
export const isOfScope = ({ scope }: PersonScore, of: ReadonlyMap<string, string>): boolean =>
  [...scope].every(([name, value]) => !of.has(name) || of.get(name) === value);
