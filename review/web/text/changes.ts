import type { JsonValue } from '../../../core/canonical.js';
import { alignedSteps } from './align-steps.js';
import type { Path } from '../../../core/json-path.js';
import { ownPart } from '../../../core/own-part.js';
import { isJsonObject, isNested, sameAsWritten } from '../../../core/json.js';

/** A place at which two versions differ; undefined: the version has no value there. */
export interface Change {
  readonly path: Path;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Fields that are derived from the rest of an item, so that a difference is not a change. */
const DERIVED = new Set(['itemVersion', 'findings', 'tools', 'flags', 'unknown']);
/** Lists of tool ids are derived from the calls; lists of whole tools are edited. */
const isDerived = (key: string, records: readonly Record<string, JsonValue>[]): boolean =>
  DERIVED.has(key) &&
  !(key === 'tools' && records.some((record) => [ownPart(record, key)].flat().some(isRecord)));
/** Fields with the origin of a part or value; they are computed again with each edit. */
const ORIGINS = new Set(['origins', 'origin']);
/** Fields in reading order; other fields follow by name. */
const ORDER = ['query', 'user', 'thought', 'calls', 'observation', 'response', 'step', 'tool', 'arguments'];
const rank = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);

const isRecord = (value: unknown): value is Record<string, JsonValue> => isJsonObject(value);

/** Whether a value is a list of records with numeric ids. */
const isNumbered = (value: unknown): value is Record<string, JsonValue>[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((part) => isRecord(part) && typeof part['id'] === 'number');

/** Whether a value is the list of a plan's steps, whose texts begin with their numbers. */
const isPlan = (value: unknown): value is { readonly step: string }[] =>
  Array.isArray(value) && value.every((part) => isRecord(part) && typeof part['step'] === 'string');

/** Keys in which versions of a record may differ, in reading order. */
export function comparedKeys(path: Path, records: readonly Record<string, JsonValue>[]): string[] {
  const keys = new Set(records.flatMap((record) => Object.keys(record)));
  return [...keys]
    .filter((key) => !ORIGINS.has(key) && !(path.length === 0 && isDerived(key, records)))
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * The differences of two versions of an item in the item's order, down to single values; lists are compared by index.
 */
export function changesBetween(before: JsonValue, after: JsonValue): Change[] {
  return changesAt([], before, after);
}

function changesAt(path: Path, before: JsonValue | undefined, after: JsonValue | undefined): Change[] {
  if (sameAsWritten(before, after)) return [];
  if (isRecord(before) && isRecord(after))
    return comparedKeys(path, [before, after]).flatMap((key) =>
      changesAt([...path, key], ownPart(before, key), ownPart(after, key)),
    );
  if (isNumbered(before) && isNumbered(after))
    // Matched by id, so that elements after a removed one do not count as changed.
    return [...before, ...after.filter(({ id }) => !before.some((one) => one.id === id))].flatMap(
      (part, at) =>
        changesAt(
          [...path, at],
          before.find(({ id }) => id === part.id),
          after.find(({ id }) => id === part.id),
        ),
    );
  if (isPlan(before) && isPlan(after) && before.length > 0)
    // An inserted step changes the numbers after it, not their texts. Paths of new steps begin behind the old ones.
    return alignedSteps(before, after).flatMap((one) =>
      changesAt(
        [...path, one.before ?? before.length + (one.after ?? 0)],
        one.before === undefined ? undefined : before[one.before],
        one.after === undefined ? undefined : after[one.after],
      ),
    );
  if (
    Array.isArray(before) &&
    Array.isArray(after) &&
    before.some((value) => isNested(value) || value === null)
  ) {
    const longer = before.length > after.length ? before : after;
    return longer.flatMap((_, at) =>
      changesAt([...path, at], before[at] as JsonValue | undefined, after[at] as JsonValue | undefined),
    );
  }
  return [{ path, before, after }];
}
