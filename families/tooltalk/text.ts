import { another } from '../../app/export/rehearsal-mark.js';
import { reasons, shownPath, typed } from '../../app/text/format.js';
import { sumOf } from '../../core/counts.js';
import { putPart } from '../../core/own-record.js';
import { CONVERSE_STAGE, SCENARIOS_STAGE, type ToolTalkCounts } from '../../core/tooltalk/run.js';
import type { Run } from '../../store/runs.js';
import { quarantinedCounts } from '../../store/stages/subject-counts.js';
import type { Store } from '../../store/store.js';
import type { FamilyText } from '../parts/text.js';

/** Results of a run; while it runs, what was quarantined so far. */
type ToolTalkState = Partial<ToolTalkCounts> & Pick<ToolTalkCounts, 'setAside'>;

async function stateOf(store: Store, run: Run<'tooltalk'>): Promise<ToolTalkState> {
  if (run.counts) return run.counts;
  const setAside: Record<string, Record<string, number>> = {};
  for (const stage of [SCENARIOS_STAGE, CONVERSE_STAGE]) {
    const counts = await quarantinedCounts(store, run.runId, stage);
    if (Object.keys(counts).length > 0) putPart(setAside, stage, counts);
  }
  return { setAside };
}

const lost = (setAside: ToolTalkCounts['setAside']): string[] =>
  Object.entries(setAside).map(
    ([stage, counts]) => `  ${reasons(`quarantined in ${stage}`, counts).replace(/^, /, '')}`,
  );

const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

function report(run: Run<'tooltalk'>, counts: ToolTalkCounts, out: string): string[] {
  const { asked, accepted, dropped, setAside, flagged, sets, turns, calls, errors, tools, undecided } =
    counts;
  const shown = shownPath(out);
  return [
    '',
    `${run.name}: ${asked} conversations asked for, ${accepted} accepted${sumOf(dropped) === 0 ? '' : reasons('dropped', dropped)}`,
    ...lost(setAside),
    ...(undecided > 0 ? [`  ${undecided} undecided`] : []),
    `  ${turns} turns, ${calls} calls of ${Object.keys(tools).length} tools, ${errors} of them with an error; ${counted(sets)}`,
    ...(sumOf(flagged) === 0 ? [] : [`  to look at: ${counted(flagged)}`]),
    '',
    // A set without conversations has no folder.
    ...(sets['easy'] === undefined ? [] : [`  easy            ${shown}/data/easy`]),
    ...(sets['tooltalk'] === undefined ? [] : [`  hard            ${shown}/data/tooltalk`]),
    `  databases       ${shown}/data/databases`,
    `  tool documents  ${shown}/data/tools.json`,
    `  every outcome   ${shown}/data/lineage.jsonl`,
    ...(Object.keys(setAside).length === 0
      ? []
      : [
          '',
          `  ${typed(`retry ${run.name} --failed --out ${another(shown, '-2')}`)} processes quarantined conversations again`,
        ]),
  ];
}

export const text: FamilyText<'tooltalk'> = {
  async state(store, run) {
    const object = await stateOf(store, run);
    const { accepted, asked, dropped, setAside } = object;
    return {
      object,
      lines: [
        ...(accepted === undefined
          ? []
          : [
              `  conversations ${asked ?? 0}, accepted ${accepted}${sumOf(dropped ?? {}) === 0 ? '' : reasons('dropped', dropped ?? {})}`,
            ]),
        ...lost(setAside),
      ],
    };
  },
  report,
};
