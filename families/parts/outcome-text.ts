import { reasons } from '../../app/text/format.js';
import { sumOf } from '../../core/counts.js';
import { putPart } from '../../core/own-record.js';
import type { ReviewCounts } from '../../core/review/counts.js';
import { REJECTED } from '../../core/review/outcome-after-review.js';
import { quarantinedCounts } from '../../store/stages/work-item-counts.js';
import type { Store } from '../../store/store.js';
import { itemResult, type ItemCounts, type RunResult } from './result.js';
import type { RunState } from './text.js';

/** Reasons of quarantined work items, by stage. */
export type Quarantined = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Quarantined work items of these stages so far; stages without any are left out. */
export async function quarantinedSoFar(
  store: Store,
  runId: string,
  stages: readonly string[],
): Promise<Record<string, Record<string, number>>> {
  const setAside: Record<string, Record<string, number>> = {};
  for (const stage of stages) {
    const counts = await quarantinedCounts(store, runId, stage);
    if (Object.keys(counts).length > 0) putPart(setAside, stage, counts);
  }
  return setAside;
}

/** A line per stage. */
export const quarantinedLines = (setAside: Quarantined): string[] =>
  Object.entries(setAside).map(
    ([stage, counts]) => `  ${reasons(`quarantined in ${stage}`, counts).replace(/^, /, '')}`,
  );

/** `, 18 dropped (16 unneeded call, …)`; empty if none were dropped. */
export const droppedText = (dropped: Readonly<Record<string, number>>): string =>
  sumOf(dropped) === 0 ? '' : reasons('dropped', dropped);

/** `easy 28, tooltalk 41` */
export const countedText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** Who decided on a run's items, how, and which decisions are reused; none without review. */
export const reviewedLines = (review: ReviewCounts | undefined): string[] =>
  review === undefined
    ? []
    : [
        `  reviewed by ${
          Object.keys(review.reviewers)
            .map((name) => (review.automatic?.reviewers.includes(name) ? `${name} (automatic)` : name))
            .join(', ') || 'nobody'
        }: ${review.accepted} of ${review.items} items accepted, ${review.edited} of them edited${reasons('rejected', review.rejected)}${review.undecided > 0 ? `; ${review.undecided} undecided` : ''}`,
        ...Object.entries(review.carried).map(
          ([from, items]) => `  decisions on ${items} of them were taken over from ${from}`,
        ),
      ];

/** The counts of a finished run; of others, the quarantined items so far. */
export const countsSoFar = async (
  store: Store,
  { runId, counts }: { readonly runId: string; readonly counts?: ItemCounts | undefined },
  stages: readonly string[],
): Promise<ItemCounts> => counts ?? { setAside: await quarantinedSoFar(store, runId, stages) };

/** Notes on reasons that several families have. */
const NOTES: ReadonlyMap<string, string> = new Map([
  ['near-duplicate', 'nearly the same as an earlier one; --near-duplicate sets the similarity'],
  [REJECTED, 'reviewers rejected them'],
]);

/** The result of a run whose items end as accepted, dropped or quarantined. @param notes on the family's reasons */
export const outcomeResult = async (
  store: Store,
  run: { readonly runId: string; readonly name: string; readonly counts?: ItemCounts | undefined },
  stages: readonly string[],
  items: string,
  notes: readonly (readonly [reason: string, note: string])[] = [],
): Promise<RunResult> =>
  itemResult(run.name, items, await countsSoFar(store, run, stages), new Map([...NOTES, ...notes]));

/** The state of a run whose items end as accepted, dropped or quarantined. @param counts of a finished run */
export async function outcomeState(
  store: Store,
  { runId, counts }: { readonly runId: string; readonly counts?: ItemCounts | undefined },
  stages: readonly string[],
  items: string,
): Promise<RunState> {
  const object = await countsSoFar(store, { runId, counts }, stages);
  const { accepted, asked = 0, dropped = {}, setAside = {} } = object;
  return {
    object,
    lines: [
      ...(accepted === undefined ? [] : [`  ${items} ${asked}, accepted ${accepted}${droppedText(dropped)}`]),
      ...quarantinedLines(setAside),
    ],
  };
}
