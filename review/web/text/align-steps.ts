import { diffArrays } from 'diff';
import { splitStep } from '../../../core/ultratool/plan-tree.js';

/** A step in two versions of a plan, with its index in the older and the newer one. */
export interface AlignedStep {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

interface Stepped {
  readonly step: string;
}

/**
 * Aligns the steps of two versions of a plan by their texts, because their numbers change with each step before them.
 */
export function alignedSteps(before: readonly Stepped[], after: readonly Stepped[]): AlignedStep[] {
  const texts = (steps: readonly Stepped[]): string[] => steps.map(({ step }) => splitStep(step).text);
  const found: AlignedStep[] = [];
  let [old, now] = [0, 0];
  let removed: number[] = [];
  const pair = (added: number[]): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      found.push({ before: removed[at], after: added[at] });
    removed = [];
  };
  for (const part of diffArrays(texts(before), texts(after))) {
    const count = part.value.length;
    if (part.removed) {
      pair([]);
      removed = Array.from({ length: count }, () => old++);
    } else if (part.added) pair(Array.from({ length: count }, () => now++));
    else {
      pair([]);
      for (let at = 0; at < count; at += 1) found.push({ before: old++, after: now++ });
    }
  }
  pair([]);
  return found;
}
