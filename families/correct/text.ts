import { sumOf } from '../../core/counts.js';
import { READ_STAGE, type CorrectCounts } from '../../core/correct/run.js';
import type { Run } from '../../store/runs.js';
import { quarantinedCounts } from '../../store/stages/work-item-counts.js';
import type { Store } from '../../store/store.js';
import { reasons, shownPath } from '../../app/text/format.js';
import { reviewedLines } from '../parts/outcome-text.js';
import type { FamilyText } from '../parts/text.js';

/** Results of a `correct` run; while running, the quarantined records so far. */
type CorrectState = Partial<CorrectCounts> & Pick<CorrectCounts, 'leftOut' | 'setAside'>;

async function correctState(store: Store, run: Run<'correct'>): Promise<CorrectState> {
  return run.counts ?? { leftOut: {}, setAside: await quarantinedCounts(store, run.runId, READ_STAGE) };
}

/** A finished run's summary. */
function correctReport(run: Run<'correct'>, counts: CorrectCounts, out: string): string[] {
  const { records, unchanged, edited, leftOut, setAside, flagged } = counts;
  const shown = shownPath(out);
  const files = run.frozen.sources.flatMap((source) => source.files);
  const width = Math.max('every outcome'.length, ...files.map(({ path }) => path.length));
  return [
    '',
    `${run.name}: ${records} records, ${unchanged} unchanged, ${edited} edited${some('left out', leftOut)}${some('quarantined', setAside)}`,
    ...(sumOf(flagged) === 0
      ? []
      : [
          `  to look at: ${Object.entries(flagged)
            .map(([flag, count]) => `${count} ${flag}`)
            .join(', ')}`,
        ]),
    ...reviewedLines(counts.review),
    '',
    ...files.map(({ path }) => `  ${path.padEnd(width)}  ${shown}/data/${path}`),
    `  ${'every outcome'.padEnd(width)}  ${shown}/data/lineage.jsonl`,
  ];
}

/** The state of a running run, as far as known. */
const stateLines = ({ records, unchanged, edited, leftOut, setAside }: CorrectState): string[] => [
  records === undefined
    ? `  records${some('quarantined', setAside).replace(/^,/, '') || ' all read'}`
    : `  records ${records}, unchanged ${unchanged ?? 0}, edited ${edited ?? 0}${some('left out', leftOut)}${some('quarantined', setAside)}`,
];

const some = (what: string, counts: Readonly<Record<string, number>>): string =>
  sumOf(counts) === 0 ? '' : reasons(what, counts);

export const text: FamilyText<'correct'> = {
  async state(store, run) {
    const object = await correctState(store, run);
    return { object, lines: stateLines(object) };
  },
  report: correctReport,
};
