import { another } from '../../app/export/rehearsal-mark.js';
import { reasons, typed } from '../../app/text/format.js';
import { sumOf } from '../../core/counts.js';
import { putPart } from '../../core/own-record.js';
import type { ReviewCounts } from '../../core/review/counts.js';
import { quarantinedCounts } from '../../store/stages/work-item-counts.js';
import type { Store } from '../../store/store.js';
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

/** How to retry quarantined items. @param shown the folder of the export, as users type it */
export const retryLines = (run: string, shown: string, items: string): string[] => [
  '',
  `  ${typed(`retry ${run} --failed --out ${another(shown, '-2')}`)} processes quarantined ${items} again`,
];

/** Results of a run; while it runs, the quarantined items so far. */
interface OutcomeCounts {
  readonly asked?: number;
  readonly accepted?: number;
  readonly dropped?: Readonly<Record<string, number>>;
  readonly setAside: Quarantined;
}

/** Data for explaining an export without items. */
interface EmptyExport extends OutcomeCounts {
  readonly undecided?: number;
  /** Plural noun for its items. */
  readonly items: string;
  /** Further explanations. */
  readonly why?: readonly string[];
  /** Further advice, one line each. */
  readonly more?: readonly string[];
}

/** Why nothing was accepted, with advice; undefined if something was, or if items are undecided. */
export function emptyLines(
  run: string,
  { accepted, undecided = 0, dropped = {}, setAside, items, why = [], more = [] }: EmptyExport,
): string[] | undefined {
  if (accepted !== 0 || undecided > 0) return undefined;
  return [
    '',
    `  No ${items} were accepted, so the export holds none:`,
    ...(sumOf(dropped) === 0 ? [] : [`    dropped: ${countedText(dropped)}`]),
    ...Object.entries(setAside).map(
      ([stage, counts]) => `    quarantined in ${stage}: ${countedText(counts)}`,
    ),
    ...why.map((line) => `    ${line}`),
    '',
    `next: ${typed(`items list ${run} --outcome dropped`)} lists each with its reason, \`${typed(`items show ID --run ${run}`)}\` what it came to`,
    ...more.map((line) => `      ${line}`),
  ];
}

/** The state of a run whose items end as accepted, dropped or quarantined. @param counts of a finished run */
export async function outcomeState(
  store: Store,
  { runId, counts }: { readonly runId: string; readonly counts?: OutcomeCounts | undefined },
  stages: readonly string[],
  items: string,
): Promise<RunState> {
  const object = counts ?? { setAside: await quarantinedSoFar(store, runId, stages) };
  const { accepted, asked = 0, dropped = {}, setAside } = object;
  return {
    object,
    lines: [
      ...(accepted === undefined ? [] : [`  ${items} ${asked}, accepted ${accepted}${droppedText(dropped)}`]),
      ...quarantinedLines(setAside),
    ],
  };
}
