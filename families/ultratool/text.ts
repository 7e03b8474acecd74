import { another } from '../../app/export/rehearsal-mark.js';
import { reasons, shownPath, typed } from '../../app/text/format.js';
import { sumOf } from '../../core/counts.js';
import { putPart } from '../../core/own-record.js';
import type { UltraToolCounts } from '../../core/ultratool/run.js';
import type { Run } from '../../store/runs.js';
import { quarantinedCounts } from '../../store/stages/subject-counts.js';
import type { Store } from '../../store/store.js';
import type { FamilyText } from '../parts/text.js';
import { ultraTool } from './spec.js';

/** Results of a run; while it runs, what was quarantined so far. */
type UltraToolState = Partial<UltraToolCounts> & Pick<UltraToolCounts, 'setAside'>;

async function stateOf(store: Store, run: Run<'ultratool'>): Promise<UltraToolState> {
  if (run.counts) return run.counts;
  const setAside: Record<string, Record<string, number>> = {};
  for (const { name } of ultraTool.stages.filter(({ kind }) => kind === 'map')) {
    const counts = await quarantinedCounts(store, run.runId, name);
    if (Object.keys(counts).length > 0) putPart(setAside, name, counts);
  }
  return { setAside };
}

const lost = (setAside: UltraToolCounts['setAside']): string[] =>
  Object.entries(setAside).map(
    ([stage, counts]) => `  ${reasons(`quarantined in ${stage}`, counts).replace(/^, /, '')}`,
  );

const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

const per = (count: number, of: number): string => (of === 0 ? '0' : (count / of).toFixed(2));

function report(run: Run<'ultratool'>, counts: UltraToolCounts, out: string): string[] {
  const { asked, accepted, dropped, setAside, flagged, kinds, undecided, merged } = counts;
  const shown = shownPath(out);
  return [
    '',
    `${run.name}: ${asked} samples asked for, ${accepted} accepted${sumOf(dropped) === 0 ? '' : reasons('dropped', dropped)}`,
    ...lost(setAside),
    ...(undecided > 0 ? [`  ${undecided} undecided`] : []),
    `  per sample ${per(counts.steps, accepted)} steps (paper 12.27) and ${per(counts.calls, accepted)} calls (paper 2.74) of ${Object.keys(counts.tools).length} tools; ${counted(kinds)}`,
    ...(merged === undefined
      ? []
      : [`  ${merged.before} tools became ${merged.after} (${merged.applied} of ${merged.proposed} merges)`]),
    ...(sumOf(flagged) === 0 ? [] : [`  to look at: ${counted(flagged)}`]),
    '',
    `  samples         ${shown}/data/test.json`,
    ...(run.frozen.settings.test === undefined ? [] : [`                  ${shown}/data/dev.json`]),
    `  six tasks       ${shown}/data/test_set`,
    `  every outcome   ${shown}/data/lineage.jsonl`,
    ...(run.frozen.models === undefined || Object.keys(setAside).length === 0
      ? []
      : [
          '',
          `  ${typed(`retry ${run.name} --failed --out ${another(shown, '-2')}`)} processes quarantined samples again`,
        ]),
  ];
}

export const text: FamilyText<'ultratool'> = {
  async state(store, run) {
    const object = await stateOf(store, run);
    const { accepted, asked, dropped, setAside } = object;
    return {
      object,
      lines: [
        ...(accepted === undefined
          ? []
          : [
              `  samples ${asked ?? 0}, accepted ${accepted}${sumOf(dropped ?? {}) === 0 ? '' : reasons('dropped', dropped ?? {})}`,
            ]),
        ...lost(setAside),
      ],
    };
  },
  report,
};
