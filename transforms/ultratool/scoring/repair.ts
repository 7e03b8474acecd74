import { readPythonLiteral } from '../../python/literal.js';

/** One repair of a text that is no literal, and what is tried where it fails. */
export interface Repair {
  /**
   * @param text the text to repair
   * @param last the latest repaired text, also of an earlier record: the published scorer never forgets it
   * @returns undefined where the repair does not apply, and then nothing else is tried in its place
   * @throws NoSuchPlace where the published scorer takes a character that is not there
   */
  readonly make: (text: string, last: string | undefined) => string | undefined;
  readonly orElse?: readonly Repair[];
  /** Whether later repairs do not see this text. */
  readonly aside?: boolean;
}

/** A character or a text that is not there. */
class NoSuchPlace extends Error {}

const there = (text: string | undefined): string => {
  if (text === undefined || text === '') throw new NoSuchPlace();
  return text;
};
/** The text without its last characters; one outside the basic plane is one, as in Python. */
export function without(text: string, count: number): string {
  let end = text.length;
  for (let left = count; left > 0 && end > 0; left -= 1)
    end -= end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** The last character. */
export const endOf = (text: string | undefined): string => there(text).slice(without(there(text), 1).length);

type Make = (text: string) => string | undefined;

/** Puts a text before the last character. */
export const closedBy =
  (insert: string): Make =>
  (text) =>
    without(text, 1) + insert + endOf(text);

/** Leaves out the last but one character. */
export const withoutLastButOne: Make = (text) => without(text, 2) + endOf(text);

/** Leaves out the last but two, where it is a bracket. */
export const withoutBracket: Make = (text) => {
  const [short, end] = [without(text, 3), without(text, 2)];
  if (end === '') throw new NoSuchPlace();
  return end.endsWith(']') ? short + text.slice(end.length) : undefined;
};

/** Up to the last item that is complete. */
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

/** Another number of closing braces. */
export const braces = (from: number, to: number): Make => replacing(['}'.repeat(from), '}'.repeat(to)]);

/** Changes the first run of closing braces of this length or more. */
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

/** As `again`, but later repairs do not see the text. */
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

/** Nothing where Python would raise. */
function attempt<T>(work: () => T): { readonly value: T } | undefined {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof NoSuchPlace || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
