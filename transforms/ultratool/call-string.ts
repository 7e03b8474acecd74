/** A call of a plan's step, as a text has it. */
export interface CallString {
  readonly name: string;
  /** Argument -> its value as a text, without the single quotes around it. */
  readonly args: Readonly<Record<string, string>>;
}

const NAME = /^([^\s(]+)\(([\s\S]*)\)\s*$/;
/** Where an argument begins: a value may itself hold commas, quotes and equals signs. */
const ARGUMENT = /(?:^|,\s*)([A-Za-z_]\w*)\s*=\s*/g;

/**
 * Reads `name(arg='value', other=3, third=<text>)` (formats/ultratool.md 2). A value ends where the next argument begins,
 * so commas and quotes in it stay.
 * @param cut as the published English files have it: a value ends at its first comma, and loses a letter more where it began
 * with a quote
 * @returns undefined for a text that is no call
 */
export function readCall(text: string, cut = false): CallString | undefined {
  const [, name, inside] = NAME.exec(text.trim()) ?? [];
  if (name === undefined || inside === undefined) return undefined;
  const found = [...inside.matchAll(ARGUMENT)];
  const args = found.map((match, at): [string, string] => {
    const value = inside.slice(match.index + match[0].length, found[at + 1]?.index ?? inside.length);
    return [match[1] ?? '', cut && value.includes(',') ? cutValue(value) : unquoted(value)];
  });
  return { name, args: Object.fromEntries(args) };
}

/** Double quotes stay, as in the published files. */
function unquoted(value: string): string {
  const text = value.trim();
  return text.length > 1 && text.startsWith("'") && text.endsWith("'") ? text.slice(1, -1) : text;
}

function cutValue(value: string): string {
  const text = value.slice(0, value.indexOf(','));
  return text.startsWith("'") ? text.slice(1, -1) : text;
}
