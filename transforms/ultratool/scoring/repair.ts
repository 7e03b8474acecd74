import { readPythonLiteral } from '../../python/literal.js';

/** A repair of a text that is not a literal, with the repairs to try if it fails. */
export interface Repair {
  /**
   * @param text the text to repair
   * @param last the latest repaired text, also of an earlier record, because the published scorer keeps it
   * @returns undefined if the repair does not apply; then its `orElse` is not tried either
   * @throws NoSuchPlace if the published scorer would index a character that does not exist
   */
  readonly make: (text: string, last: string | undefined) => string | undefined;
  readonly orElse?: readonly Repair[];
  /** Whether later repairs ignore this text. */
  readonly aside?: boolean;
}

/** An index outside of the text, or a missing text. */
class NoSuchPlace extends Error {}

const there = (text: string | undefined): string => {
  if (text === undefined || text === '') throw new NoSuchPlace();
  return text;
};
/** The text without its last characters. A character outside the basic plane counts as one, as in Python. */
export function without(text: string, count: number): string {
  let end = text.length;
  for (let left = count; left > 0 && end > 0; left -= 1)
    end -= end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** The last character. */
export const endOf = (text: string | undefined): string => there(text).slice(without(there(text), 1).length);

type Make = (text: string) => string | undefined;

/** Inserts a text before the last character. */
export const closedBy =
  (insert: string): Make =>
  (text) =>
    without(text, 1) + insert + endOf(text);

/** Removes the second character from the end. */
export const withoutLastButOne: Make = (text) => without(text, 2) + endOf(text);

/** Removes the third character from the end if it is a bracket. */
export const withoutBracket: Make = (text) => {
  const [short, end] = [without(text, 3), without(text, 2)];
  if (end === '') throw new NoSuchPlace();
  return end.endsWith(']') ? short + text.slice(end.length) : undefined;
};

/** Cuts the text after the last complete item. */
export const upTo =
  (itemEnd: string, kept: number): Make =>
  (text) => {
    const at = text.lastIndexOf(itemEnd);
    return at === -1 || !text.includes('[') ? undefined : `${text.slice(0, at + kept)}]`;
  };

export const replacing =
  (...pairs: readonly (readonly [string, string])[]): Make =>
  (text) =>
    pairs.reduce((one, [from, to]) => one.replaceAll(from, to), text);

/** Changes the number of closing braces. */
export const braces = (from: number, to: number): Make => replacing(['}'.repeat(from), '}'.repeat(to)]);

/** Changes the text at the first run of at least this many closing braces. */
export const firstBraces =
  (count: number, change: (before: string, after: string) => string): Make =>
  (text) => {
    const at = text.indexOf('}'.repeat(count));
    return at === -1 ? undefined : change(text.slice(0, at), text.slice(at));
  };

export const repair = (make: Make, ...orElse: readonly Repair[]): Repair => ({ make, orElse });

/** A repair of the latest repaired text. */
export const again = (make: Make, ...orElse: readonly Repair[]): Repair => ({
  make: (_, last) => make(there(last)),
  orElse,
});

/** Like `again`, but later repairs ignore the text. */
export const aside = (make: Make): Repair => ({ ...again(make), aside: true });

/** The latest repaired text, kept from record to record. */
export interface LastText {
  last: string | undefined;
}

/** The value of the first repaired text that is a literal; undefined if there is none. */
export function repaired(
  text: string,
  repairs: readonly Repair[],
  state: LastText,
): { readonly value: unknown } | undefined {
  for (const { make, orElse = [], aside: hidden = false } of repairs) {
    const made = attempt(() => make(text, state.last));
    if (made !== undefined) {
      if (made.value === undefined) continue;
      if (!hidden) state.last = made.value;
      const candidate = made.value;
      const read = attempt(() => readPythonLiteral(candidate));
      if (read !== undefined) return read;
    }
    const found = repaired(text, orElse, state);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Undefined where Python would raise. */
function attempt<T>(work: () => T): { readonly value: T } | undefined {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof NoSuchPlace || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
