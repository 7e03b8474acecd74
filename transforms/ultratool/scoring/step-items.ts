import { numberOfStep } from '../../../core/ultratool/records.js';
import { PythonSet, PythonTuple } from '../../python/text.js';
import { dictEntries, dictValue, isPythonDict } from '../../python/values.js';

/** The items over which Python's `for` iterates; undefined for a value that is not iterable. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (value instanceof PythonTuple || value instanceof PythonSet) return value.items;
  if (typeof value === 'string') return [...value];
  return isPythonDict(value) ? dictEntries(value).map(([key]) => key) : undefined;
}

/** Whether a predicted item belongs to this gold step: only the step numbers are compared. */
export function isOfStep(item: unknown, goldStep: string): boolean {
  const step = isPythonDict(item) ? dictValue(item, 'step')?.value : undefined;
  return typeof step === 'string' && numberOfStep(step) === numberOfStep(goldStep);
}

/** The `tool` or `param` of a predicted item, in a box; undefined if it has none. */
export const partOf = (item: unknown, name: string): { readonly value: unknown } | undefined =>
  isPythonDict(item) ? dictValue(item, name) : undefined;

/** Why the published scorer raises an exception for a prediction that is not a list. */
export const NOT_ITERABLE = 'the prediction is a value that has no items';
