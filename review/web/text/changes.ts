import type { JsonValue } from '../../../core/canonical.js';
import { alignedSteps } from './align-steps.js';
import type { Path } from '../../../core/json-path.js';
import { ownPart } from '../../../core/own-part.js';

/** One place in which two versions differ; undefined: there is nothing at it. */
export interface Change {
  readonly path: Path;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** What follows from the rest of an item, and so is no change of its own. */
const DERIVED = new Set(['itemVersion', 'findings', 'tools', 'flags', 'unknown']);
/** Ids of the tools follow from the calls; whole tools are edited. */
const isDerived = (key: string, records: readonly Record<string, JsonValue>[]): boolean =>
  DERIVED.has(key) &&
  !(key === 'tools' && records.some((record) => [ownPart(record, key)].flat().some(isRecord)));
/** Who made a part, or where a value came from: worked out anew with each edit. */
const ORIGINS = new Set(['origins', 'origin']);
/** As a turn is read; the rest by name. */
const ORDER = ['query', 'user', 'thought', 'calls', 'observation', 'response', 'step', 'tool', 'arguments'];
const rank = (key: string): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);

const isRecord = (value: unknown): value is Record<string, JsonValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether it is a list of records that have numbers of their own. */
const isNumbered = (value: unknown): value is Record<string, JsonValue>[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((part) => isRecord(part) && typeof part['id'] === 'number');

/** Whether it is the list of a plan's steps, whose texts begin with their numbers. */
const isPlan = (value: unknown): value is { readonly step: string }[] =>
  Array.isArray(value) && value.every((part) => isRecord(part) && typeof part['step'] === 'string');

/** Keys of the records in which an item's versions may differ, in the order that they are read in. */
export function comparedKeys(path: Path, records: readonly Record<string, JsonValue>[]): string[] {
  const keys = new Set(records.flatMap((record) => Object.keys(record)));
  return [...keys]
    .filter((key) => !ORIGINS.has(key) && !(path.length === 0 && isDerived(key, records)))
    .sort((a, b) => rank(a) - rank(b));
}

export const sameJson = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, at) => sameJson(value as JsonValue, b[at] as JsonValue));
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && sameJson(ownPart(a, key), ownPart(b, key)))
    );
  }
  return false;
};

/** Where two versions of an item differ, in the order of the item; down to single values, lists place by place. */
export function changesBetween(before: JsonValue, after: JsonValue): Change[] {
  return changesAt([], before, after);
}

function changesAt(path: Path, before: JsonValue | undefined, after: JsonValue | undefined): Change[] {
  if (sameJson(before, after)) return [];
  if (isRecord(before) && isRecord(after))
    return comparedKeys(path, [before, after]).flatMap((key) =>
      changesAt([...path, key], ownPart(before, key), ownPart(after, key)),
    );
  if (isNumbered(before) && isNumbered(after))
    // Called by their numbers: what follows one that was taken away is not changed.
    return [...before, ...after.filter(({ id }) => !before.some((one) => one.id === id))].flatMap(
      (part, at) =>
        changesAt(
          [...path, at],
          before.find(({ id }) => id === part.id),
          after.find(({ id }) => id === part.id),
        ),
    );
  if (isPlan(before) && isPlan(after) && before.length > 0)
    // A step that was put in changes the numbers after it, not their texts. What is new comes behind all that was there.
    return alignedSteps(before, after).flatMap((one) =>
      changesAt(
        [...path, one.before ?? before.length + (one.after ?? 0)],
        one.before === undefined ? undefined : before[one.before],
        one.after === undefined ? undefined : after[one.after],
      ),
    );
  if (Array.isArray(before) && Array.isArray(after) && before.some((value) => typeof value === 'object')) {
    const longer = before.length > after.length ? before : after;
    return longer.flatMap((_, at) =>
      changesAt([...path, at], before[at] as JsonValue | undefined, after[at] as JsonValue | undefined),
    );
  }
  return [{ path, before, after }];
}
