import { toolOf } from '../../core/t-eval/call-rules.js';
import type { AnnotatedQuery, Attempt } from '../../core/t-eval/query.js';

/** Revisions of one step from which a person should look at it. */
const MANY = 2;

/** What a path says of itself that a reviewer should look at. */
export const PATH_FLAGS = {
  /** A step stands although the reviewing model never called it finished. */
  unfinished: 'step not done',
  /** A response's kind is known, and the reviewing model called it another. */
  label: 'reviewer and response differ',
  /** A response that nobody judged. */
  unjudged: 'response not judged',
  revised: 'revised often',
  unused: 'tool not used',
  answer: 'no answer',
} as const;

/** All calls of a path, those that were not accepted included. */
export const pathAttempts = ({ steps }: Pick<AnnotatedQuery, 'steps'>): Attempt[] =>
  steps.flatMap((step) => [...step.retries, step]);

/** Responses whose known kind is not the label that they were given. */
export const mislabelled = (query: Pick<AnnotatedQuery, 'steps'>): Attempt[] =>
  pathAttempts(query).filter(({ kind, review }) => kind !== undefined && review && review.label !== kind);

/** What a reviewer should look at in a path, in a word or two each; in the order of {@link PATH_FLAGS}. */
export function pathFlags(query: Pick<AnnotatedQuery, 'apis' | 'steps' | 'finish'>): string[] {
  const { apis, steps, finish } = query;
  const used = new Set(steps.map(({ name }) => toolOf(name)));
  const found: readonly (readonly [string, boolean])[] = [
    [PATH_FLAGS.unfinished, steps.some(({ review }) => review?.is_finished === false)],
    [PATH_FLAGS.label, mislabelled(query).length > 0],
    [PATH_FLAGS.unjudged, pathAttempts(query).some(({ review }) => review === undefined)],
    [PATH_FLAGS.revised, steps.some(({ retries }) => retries.length >= MANY)],
    [PATH_FLAGS.unused, apis.some(({ name }) => !used.has(toolOf(name)))],
    [PATH_FLAGS.answer, finish.answer.trim() === ''],
  ];
  return found.flatMap(([flag, holds]) => (holds ? [flag] : []));
}

const TAKEN_ANEW: ReadonlySet<string> = new Set(Object.values(PATH_FLAGS));

/** An item's flags once it has been edited: what the annotation noted stays, what follows from the path is taken anew. */
export const flagsAfter = (before: readonly string[], query: AnnotatedQuery): string[] => [
  ...before.filter((flag) => !TAKEN_ANEW.has(flag)),
  ...pathFlags(query),
];
