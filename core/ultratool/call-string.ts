import { ownPart } from '../own-part.js';

/** A call of a plan's step, as a text has it. */
export interface CallString {
  readonly name: string;
  /** Argument -> its value as a text, without the single quotes around it. */
  readonly args: Readonly<Record<string, string>>;
}

/** An argument as the text of a call has it: `raw` with the quotes around it. */
export interface CallArgument {
  readonly name: string;
  readonly raw: string;
}

/** A call in its parts, which keep their letters. */
export interface CallParts {
  readonly name: string;
  readonly args: readonly CallArgument[];
}

const NAME = /^([^\s(]+)\(([\s\S]*)\)\s*$/;
/** Where an argument begins: a value may itself hold commas, quotes and equals signs. */
const ARGUMENT = /(?:^|,\s*)([A-Za-z_]\w*)\s*=\s*/g;

/** Whether a tool of this name can be called in a plan. */
export const canBeCalled = (name: string): boolean => /^[^\s(]+$/.test(name);
/** Whether an argument of this name can be given in a call. */
export const canBeGiven = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

interface FoundCall {
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly value: string }[];
}

function findCall(text: string): FoundCall | undefined {
  const [, name, inside] = NAME.exec(text.trim()) ?? [];
  if (name === undefined || inside === undefined) return undefined;
  const found = [...inside.matchAll(ARGUMENT)];
  return {
    name,
    args: found.map((match, at) => ({
      name: match[1] ?? '',
      value: inside.slice(match.index + match[0].length, found[at + 1]?.index ?? inside.length),
    })),
  };
}

/**
 * Reads `name(arg='value', other=3, third=<text>)` (formats/ultratool.md 2). A value ends where the next argument begins,
 * so commas and quotes in it stay.
 * @param cut as the published English files have it: a value ends at its first comma, and loses a letter more where it began
 * with a quote
 * @returns undefined for a text that is no call
 */
export function readCall(text: string, cut = false): CallString | undefined {
  const call = findCall(text);
  return (
    call && {
      name: call.name,
      args: Object.fromEntries(
        call.args.map(({ name, value }) => [
          name,
          cut && value.includes(',') ? cutValue(value) : unquoted(value),
        ]),
      ),
    }
  );
}

/** The same with each argument as it stands, also one that is given twice. */
export function callParts(text: string): CallParts | undefined {
  const call = findCall(text);
  return call && { name: call.name, args: call.args.map(({ name, value }) => ({ name, raw: value.trim() })) };
}

/** The text of a call. */
export const callText = ({ name, args }: CallParts): string =>
  `${name}(${args.map((one) => `${one.name}=${one.raw}`).join(', ')})`;

/** A value as a text, without the single quotes around it. Double quotes stay, as in the published files. */
export function unquoted(value: string): string {
  const text = value.trim();
  return text.length > 1 && text.startsWith("'") && text.endsWith("'") ? text.slice(1, -1) : text;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Values of these types stand without quotes, as published. */
const BARE: Readonly<Record<string, RegExp>> = {
  integer: NUMBER,
  number: NUMBER,
  boolean: /^(?:true|false)$/i,
  array: /^\[[\s\S]*\]$/,
  object: /^\{[\s\S]*\}$/,
};

/** A value as a call has it: references, and literals of the tool's type, stand without quotes. */
export function rawValue(value: string, type: string | undefined): string {
  const bare = /^<[\s\S]*>$/.test(value) || (type !== undefined && ownPart(BARE, type)?.test(value) === true);
  return bare ? value : `'${value}'`;
}

/** Whether a call is read as it was written: a value with `, name=` in it would be taken for two. */
export function readsBack(call: CallParts): boolean {
  const read = callParts(callText(call));
  return (
    read?.name === call.name &&
    read.args.length === call.args.length &&
    read.args.every(({ name, raw }, at) => name === call.args[at]?.name && raw === call.args[at].raw)
  );
}

function cutValue(value: string): string {
  const text = value.slice(0, value.indexOf(','));
  return text.startsWith("'") ? text.slice(1, -1) : text;
}
