import type { JsonValue } from './canonical.js';
import { ownPart } from './own-part.js';
import { putPart } from './own-record.js';

/** A place in a JSON value: keys of objects and indices of lists, from the outside in. */
export type Path = readonly (string | number)[];

/** As the API writes it: `turns.0.calls.1.arguments.city`. */
export const pathText = (path: Path): string => path.join('.');

const isRecord = (value: unknown): value is Record<string, JsonValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a place; undefined where there is none. */
export function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of path) {
    if (Array.isArray(found)) found = (found as JsonValue[])[Number(step)];
    else if (isRecord(found)) found = ownPart(found, String(step));
    else return undefined;
  }
  return found;
}

/** The same value with another at a place; undefined takes away what is there. Nothing is changed in place. */
export function withValueAt(value: JsonValue, path: Path, put: JsonValue | undefined): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return put ?? null;
  if (Array.isArray(value)) {
    const list = [...(value as JsonValue[])];
    const at = Number(step);
    if (rest.length === 0 && put === undefined) list.splice(at, 1);
    else list[at] = withValueAt(list[at] ?? null, rest, put);
    return list;
  }
  const record: Record<string, JsonValue> = isRecord(value) ? { ...value } : {};
  if (rest.length === 0 && put === undefined) delete record[String(step)];
  else
    putPart(
      record,
      String(step),
      withValueAt(ownPart(record, String(step)) ?? (rest.length > 0 ? {} : null), rest, put),
    );
  return record;
}

/** The path of a text of the API. */
export const parsePath = (text: string): Path =>
  text === '' ? [] : text.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
