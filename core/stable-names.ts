import { escaped } from './escaped.js';
import type { JsonValue } from './canonical.js';

/** What stands in the place of the working folder of a dialogue's MCP server. */
export const WORKSPACE = '/workspace';
/** What stands in the place of the id of a dialogue's session. */
export const SESSION_NAME = 'this-session';
/** The home folder of the user, which servers put in the place of `~`. */
export const USER_HOME = '/home/user';

/** In addresses, arguments and bodies: the id of the dialogue's session. */
export const SESSION = '{session}';
/** The same as an address has it that was parsed. */
const SESSION_ENCODED = '%7Bsession%7D';

/** A text with the id of a session. */
export const withSession = (text: string, id: string): string =>
  text.replaceAll(SESSION, id).replaceAll(SESSION_ENCODED, id);

/** Whether a text has a place for the id of a session. */
export const namesSession = (text: string): boolean => withSession(text, '') !== text;

/** Translates texts that cross the border to a tool. */
export interface StableNames {
  /** Of a call: names become what they stand for in this session. */
  readonly inward: (text: string) => string;
  /** Of a response or an error: places of this machine become names. Idempotent. */
  readonly outward: (text: string) => string;
}

export const NO_NAMES: StableNames = { inward: (text) => text, outward: (text) => text };

/** The same with other names besides; each direction applies the first, then the second. */
export const bothNames = (one: StableNames, other: StableNames): StableNames => ({
  inward: (text) => other.inward(one.inward(text)),
  outward: (text) => other.outward(one.outward(text)),
});

/** Every text of a JSON value changed, names of fields included. */
export function textsChanged(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part: JsonValue) => textsChanged(part, change));
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, JsonValue>>).map(([name, part]) => [
      change(name),
      textsChanged(part, change),
    ]),
  );
}

/** Ids are hexadecimal digits; a shorter one, such as `probe`, is a fixed word that any text may hold. */
const SHORTEST_ID = 16;

/** The id of a session and its name. */
export function sessionNames(id: string): StableNames {
  if (id.length < SHORTEST_ID) return NO_NAMES;
  const word = (text: string): RegExp => new RegExp(`(?<![\\w-])${escaped(text)}(?![\\w-])`, 'g');
  const [name, real] = [word(SESSION_NAME), new RegExp(escaped(id), 'g')];
  return {
    inward: (text) => text.replace(name, () => id),
    outward: (text) => text.replace(real, () => SESSION_NAME),
  };
}
