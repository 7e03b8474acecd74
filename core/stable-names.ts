import { escaped } from './escaped.js';
import type { JsonValue } from './canonical.js';
import { isNested, objectFrom } from './json.js';

/** Stable name of the working folder of a dialogue's MCP server. */
export const WORKSPACE = '/workspace';
/** Stable name of the id of a dialogue's session. */
export const SESSION_NAME = 'this-session';
/** Stable name of the user's home folder, which servers expand from `~`. */
export const USER_HOME = '/home/user';

/** Placeholder for the id of the dialogue's session in addresses, arguments and bodies. */
export const SESSION = '{session}';
/** The placeholder as it is encoded in a parsed URL. */
const SESSION_ENCODED = '%7Bsession%7D';

/** Replaces the placeholder by the id of a session. */
export const withSession = (text: string, id: string): string =>
  text.replaceAll(SESSION, id).replaceAll(SESSION_ENCODED, id);

/** Whether a text contains the placeholder for the session id. */
export const namesSession = (text: string): boolean => withSession(text, '') !== text;

/** Translates texts sent to and received from a tool. */
export interface StableNames {
  /** For calls: replaces stable names by their values in this session. */
  readonly inward: (text: string) => string;
  /** For responses and errors: replaces values of this session and machine by stable names. Idempotent. */
  readonly outward: (text: string) => string;
}

export const NO_NAMES: StableNames = { inward: (text) => text, outward: (text) => text };

/** Combines two translations; each direction applies the first, then the second. */
export const bothNames = (one: StableNames, other: StableNames): StableNames => ({
  inward: (text) => other.inward(one.inward(text)),
  outward: (text) => other.outward(one.outward(text)),
});

/** Changes every text of a JSON value, field names included. */
export function textsChanged(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (!isNested(value)) return value;
  if (Array.isArray(value)) return value.map((part: JsonValue) => textsChanged(part, change));
  return objectFrom(
    Object.entries(value as Readonly<Record<string, JsonValue>>).map(([name, part]) => [
      change(name),
      textsChanged(part, change),
    ]),
  );
}

/**
 * Minimum length of a session id. Ids are hexadecimal digits; a shorter one, such as `probe`, is a fixed word that may
 * occur in any text.
 */
const SHORTEST_ID = 16;

/** Translates the id of a session. */
export function sessionNames(id: string): StableNames {
  if (id.length < SHORTEST_ID) return NO_NAMES;
  const word = (text: string): RegExp => new RegExp(`(?<![\\w-])${escaped(text)}(?![\\w-])`, 'g');
  const [name, real] = [word(SESSION_NAME), new RegExp(escaped(id), 'g')];
  return {
    inward: (text) => text.replace(name, () => id),
    outward: (text) => text.replace(real, () => SESSION_NAME),
  };
}
