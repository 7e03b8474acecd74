/**
 * A name that T-Eval's evaluator, which looks for `\w+\.\w+` (formats/t-eval.md §5.3), finds in a text: only letters,
 * digits and underscores. Other characters become one underscore; a name without any of these becomes `_`.
 */
export const wordName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_]+/g, ' ')
    .trim()
    .replace(/ +/g, '_') || '_';

/** A tool's name from words: "book loans" and "book-loans" become `BookLoans`; capitals inside a word are kept. */
export const toolName = (words: string): string =>
  wordName(words)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('') || '_';

/** Whether a name consists only of word characters. */
export const isWordName = (name: string): boolean => /^[A-Za-z0-9_]+$/.test(name);

/**
 * Makes names unique if they were made from different originals: `get`, `get_2`, `get_3`, in order of request. Equal
 * originals keep equal names, because two tools with the same name are an error that users should correct, not one to
 * hide with a number.
 */
export class UniqueNames {
  readonly #given = new Map<string, string>();

  /** @param original name that it was made from */
  take(name: string, original: string): string {
    let candidate = name;
    for (let n = 2; (this.#given.get(candidate) ?? original) !== original; n++) candidate = `${name}_${n}`;
    this.#given.set(candidate, original);
    return candidate;
  }
}
