import type { Step } from '../../../core/t-eval/query.js';

type Node = Pick<Step, 'id' | 'dependencies'>;

/**
 * Steps in layers: each stands one after the last of those that it needs, in the order of the path within its layer. What
 * depends on itself in a circle, or on what is not there, is drawn as if it did not.
 */
export function layersOf<T extends Node>(steps: readonly T[]): T[][] {
  const known = new Map(steps.map((step) => [step.id, step]));
  const found = new Map<number, number>();
  const depth = (step: T, above: ReadonlySet<number>): number => {
    const there = found.get(step.id);
    if (there !== undefined) return there;
    const within = new Set([...above, step.id]);
    const needed = step.dependencies.flatMap((id) => {
      const before = known.get(id);
      return before && !within.has(id) ? [depth(before, within) + 1] : [];
    });
    const at = Math.max(0, ...needed);
    found.set(step.id, at);
    return at;
  };
  const layers: T[][] = [];
  for (const step of steps) (layers[depth(step, new Set())] ??= []).push(step);
  return Array.from(layers, (layer) => layer ?? []);
}
