import { numberOfStep } from '../../../core/ultratool/records.js';
import { PythonSet, PythonTuple } from '../../python/text.js';
import { dictEntries, dictValue, isPythonDict } from '../../python/values.js';

/** What Python's `for` goes over in a value; undefined for a value that it cannot. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (value instanceof PythonTuple || value instanceof PythonSet) return value.items;
  if (typeof value === 'string') return [...value];
  return isPythonDict(value) ? dictEntries(value).map(([key]) => key) : undefined;
}

/** Whether a predicted item is of this gold step: only their numbers are compared. */
export function isOfStep(item: unknown, goldStep: string): boolean {
  const step = isPythonDict(item) ? dictValue(item, 'step')?.value : undefined;
  return typeof step === 'string' && numberOfStep(step) === numberOfStep(goldStep);
}

/** The boxed `tool` or `param` of a predicted item. */
export const partOf = (item: unknown, name: string): { readonly value: unknown } | undefined =>
  isPythonDict(item) ? dictValue(item, name) : undefined;

/** Why the published scorer ends with an exception at a prediction that is no list. */
export const NOT_ITERABLE = 'the prediction is a value that has no items';
