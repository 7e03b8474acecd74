import type { JsonValue } from '../../../core/canonical.js';
import { valueAt, type Path } from '../../../core/json-path.js';
import { ownPart } from '../../../core/own-part.js';
import { bareNumber, splitStep } from '../../../core/ultratool/plan-tree.js';

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

/** A value as one reads it in a cell: text as it is, the rest as JSON. */
export const valueText = (value: JsonValue | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, undefined, 1);
