import { shownPath } from '../../app/text/format.js';
import { sumOf } from '../../core/counts.js';
import { ALTERED } from '../../core/ultratool/finding.js';
import type { UltraToolCounts } from '../../core/ultratool/run.js';
import type { Run } from '../../store/runs.js';
import { writingProgress } from '../../stages/review/written-queries.js';
import { writingPlace } from '../../stages/ultratool/written-experts.js';
import { countedText, outcomeResult, outcomeState, reviewedLines } from '../parts/outcome-text.js';
import type { FamilyText } from '../parts/text.js';
import { writingLines } from '../parts/writing-text.js';
import { ultraTool } from './spec.js';

const MAP_STAGES = ultraTool.stages.filter(({ kind }) => kind === 'map').map(({ name }) => name);

const per = (count: number, of: number): string => (of === 0 ? '0' : (count / of).toFixed(2));

/** Notes on what the checks drop. */
const NOTES = [[ALTERED, '--repair lets a model reword these texts; --keep-altered keeps them'] as const];

function figures(_run: Run<'ultratool'>, counts: UltraToolCounts): string[] {
  const { accepted, flagged, kinds, merged, writers } = counts;
  return [
    ...reviewedLines(counts.review),
    `  per sample ${per(counts.steps, accepted)} steps (paper 12.27) and ${per(counts.calls, accepted)} calls (paper 2.74) of ${Object.keys(counts.tools).length} tools; ${countedText(kinds)}`,
    ...(merged === undefined
      ? []
      : [`  ${merged.before} tools became ${merged.after} (${merged.applied} of ${merged.proposed} merges)`]),
    ...(writers === undefined
      ? []
      : [`  ${sumOf(writers)} queries were written by people: ${countedText(writers)}`]),
    ...(sumOf(flagged) === 0 ? [] : [`  to look at: ${countedText(flagged)}`]),
  ];
}

export const text: FamilyText<'ultratool'> = {
  async state(store, run) {
    const state = await outcomeState(store, run, MAP_STAGES, 'samples');
    if (run.frozen.settings.generate?.write === undefined || run.counts !== undefined) return state;
    const writing = await writingProgress(store, run.runId, await writingPlace(store, run.runId));
    return { object: { ...state.object, writing }, lines: [...writingLines(writing), ...state.lines] };
  },
  async result(store, run) {
    const result = await outcomeResult(store, run, MAP_STAGES, 'samples', NOTES);
    // Samples of dev.json are usable, but not for evaluation.
    return { ...result, evaluated: run.counts?.test ?? 0 };
  },
  files: (run, _counts, out) => [
    `  samples         ${shownPath(out)}/data/test.json`,
    ...(run.frozen.settings.test === undefined ? [] : [`                  ${shownPath(out)}/data/dev.json`]),
    `  six tasks       ${shownPath(out)}/data/test_set`,
    `  every outcome   ${shownPath(out)}/data/lineage.jsonl`,
  ],
  figures,
};
