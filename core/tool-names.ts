/**
 * A name as T-Eval's evaluator finds it in a text, which looks for `\w+\.\w+` (formats/t-eval.md §5.3): letters,
 * digits and underscores. Anything else becomes one underscore; a name without any of them becomes `_`.
 */
export const wordName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_]+/g, ' ')
    .trim()
    .replace(/ +/g, '_') || '_';

/** A tool's name from words: "book loans" and "book-loans" become `BookLoans`; capitals inside a word stay. */
export const toolName = (words: string): string =>
  wordName(words)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('') || '_';

/** Whether a name can be found as a word. */
export const isWordName = (name: string): boolean => /^[A-Za-z0-9_]+$/.test(name);

/**
 * Keeps names apart that were made from different ones: `get`, `get_2`, `get_3`, in order of asking. What was the
 * same before stays the same: two tools of one name are a fault for people to mend, not to be hidden by a number.
 */
export class UniqueNames {
  readonly #given = new Map<string, string>();

  /** @param original what it was made from */
  take(name: string, original: string): string {
    let candidate = name;
    for (let n = 2; (this.#given.get(candidate) ?? original) !== original; n++) candidate = `${name}_${n}`;
    this.#given.set(candidate, original);
    return candidate;
  }
}
