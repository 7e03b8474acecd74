import type { JsonValue } from '../../../core/canonical.js';
import { ownPart } from '../../../core/own-part.js';
import { putPart } from '../../../core/own-record.js';
import { bareNumber, splitStep } from '../../../core/ultratool/plan-tree.js';

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

const COUNTED: Readonly<Record<string, string>> = {
  turns: 'turn',
  calls: 'call',
  conversation: 'turn',
  apis: 'call',
  steps: 'step',
  plan: 'step',
  tools: 'tool',
  members: 'tool',
  mappings: 'mapping',
  retries: 'failed attempt',
};
/** Names that say nothing to a reader: what is in them does. */
const SILENT = new Set(['arguments', 'args', 'annotated', 'request', 'parameters', 'properties']);
const WORDS: Readonly<Record<string, string>> = {
  user: 'user says',
  is_finished: 'goal reached',
  proposed: 'merged tool',
};

/**
 * The place in words: `turn 1 · call 2 · city`.
 * @param content where the place is: parts that have a number of their own are called by it
 */
export function pathWords(path: Path, content?: JsonValue): string {
  const words: string[] = [];
  path.forEach((step, at) => {
    const before = path[at - 1];
    if (typeof step === 'number' || /^\d+$/.test(step))
      words.push(
        `${ownPart(COUNTED, String(before)) ?? String(before ?? 'part')} ${numberOf(content, path, at)}`,
      );
    else if ((SILENT.has(step) || ownPart(COUNTED, step) !== undefined) && at + 1 < path.length) return;
    else words.push(ownPart(WORDS, step) ?? step.replaceAll('_', ' '));
  });
  return words.join(' · ');
}

/**
 * The number of a part of a list: its own `id` where it is a number, of a plan's step what its text begins with, else counted
 * from 1.
 */
function numberOf(content: JsonValue | undefined, path: Path, at: number): number | string {
  const step = valueAt(content, [...path.slice(0, at + 1), 'step']);
  if (typeof step === 'string') return bareNumber(splitStep(step).number);
  if (path[at - 1] === 'plan' && content !== undefined) return '(new)';
  const id = valueAt(content, [...path.slice(0, at + 1), 'id']);
  return typeof id === 'number' ? id : Number(path[at]) + 1;
}

/** The path of a text of the API. */
export const parsePath = (text: string): Path =>
  text === '' ? [] : text.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** A value as one reads it in a cell: text as it is, the rest as JSON. */
export const valueText = (value: JsonValue | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, undefined, 1);
