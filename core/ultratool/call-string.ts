import { ownPart } from '../own-part.js';
import { objectFrom } from '../json.js';

/** A call of a plan's step, parsed from its text. */
export interface CallString {
  readonly name: string;
  /** Argument to value as text, without enclosing single quotes. */
  readonly args: Readonly<Record<string, string>>;
}

/** An argument in the text of a call; `raw` includes its quotes. */
export interface CallArgument {
  readonly name: string;
  readonly raw: string;
}

/** The parts of a call's text, unchanged. */
export interface CallParts {
  readonly name: string;
  readonly args: readonly CallArgument[];
}

const NAME = /^([^\s(]+)\(([\s\S]*)\)\s*$/;
/** Start of an argument. Values may contain commas, quotes and equals signs. */
const ARGUMENT = /(?:^|,\s*)([A-Za-z_]\w*)\s*=\s*/g;

/** Whether a tool with this name can be called in a plan. */
export const canBeCalled = (name: string): boolean => /^[^\s(]+$/.test(name);
/** Whether an argument with this name can be given in a call. */
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
 * Reads `name(arg='value', other=3, third=<text>)` (formats/ultratool.md 2). A value ends where the next argument
 * begins, so that it may contain commas and quotes.
 * @param cut as in the published English files: a value ends at its first comma, and loses another character if it
 * began with a quote
 * @returns undefined if the text is not a call
 */
export function readCall(text: string, cut = false): CallString | undefined {
  const call = findCall(text);
  return (
    call && {
      name: call.name,
      args: objectFrom(
        call.args.map(({ name, value }) => [
          name,
          cut && value.includes(',') ? cutValue(value) : unquoted(value),
        ]),
      ),
    }
  );
}

/** Like {@link readCall}, with unchanged arguments, including repeated ones. */
export function callParts(text: string): CallParts | undefined {
  const call = findCall(text);
  return call && { name: call.name, args: call.args.map(({ name, value }) => ({ name, raw: value.trim() })) };
}

/** The text of a call. */
export const callText = ({ name, args }: CallParts): string =>
  `${name}(${args.map((one) => `${one.name}=${one.raw}`).join(', ')})`;

/** A value as text without enclosing single quotes. Double quotes are kept, as in the published files. */
export function unquoted(value: string): string {
  const text = value.trim();
  return text.length > 1 && text.startsWith("'") && text.endsWith("'") ? text.slice(1, -1) : text;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Values of these types are written without quotes, as in the published files. */
const BARE: Readonly<Record<string, RegExp>> = {
  integer: NUMBER,
  number: NUMBER,
  boolean: /^(?:true|false)$/i,
  array: /^\[[\s\S]*\]$/,
  object: /^\{[\s\S]*\}$/,
};

/** A value as written in a call: references, and literals of the argument's type, have no quotes. */
export function rawValue(value: string, type: string | undefined): string {
  const bare = /^<[\s\S]*>$/.test(value) || (type !== undefined && ownPart(BARE, type)?.test(value) === true);
  return bare ? value : `'${value}'`;
}

/** Whether parsing a call's text yields the same call; a value that contains `, name=` would be split. */
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
