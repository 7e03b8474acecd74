import { shownPath } from '../../app/text/format.js';
import { sumOf } from '../../core/counts.js';
import {
  DOCUMENTS_STAGE,
  DRAFTS_STAGE,
  HEALTH_STAGE,
  JUDGE_STAGE,
  TRAJECTORIES_STAGE,
  type ToolEyesCounts,
} from '../../core/tooleyes/run.js';
import type { ToolCounts } from '../../core/tooleyes/tool-line.js';
import { writingByScenario } from '../../stages/tooleyes/written-queries.js';
import type { Run } from '../../store/runs.js';
import { countedText, outcomeResult, outcomeState, reviewedLines } from '../parts/outcome-text.js';
import type { FamilyText } from '../parts/text.js';
import { writingLines } from '../parts/writing-text.js';

const STAGES = [HEALTH_STAGE, DOCUMENTS_STAGE, DRAFTS_STAGE, TRAJECTORIES_STAGE, JUDGE_STAGE];

function files(run: Run<'tooleyes'>, counts: ToolEyesCounts, out: string): string[] {
  const shown = shownPath(out);
  return [
    `  queries         ${shown}/data/Test_Data`,
    `  tool library    ${shown}/data/Tool_Library, ${shown}/data/library.html`,
    ...(run.frozen.settings.health === undefined
      ? []
      : [`  calls of tools  ${shown}/data/tool-health.jsonl`]),
    ...(counts.chosen ? [`  every tool      ${shown}/data/tools.jsonl`] : []),
    ...(sumOf(counts.trajectories) === 0 ? [] : [`  trajectories    ${shown}/data/trajectories`]),
    `  every outcome   ${shown}/data/lineage.jsonl`,
  ];
}

function figures(run: Run<'tooleyes'>, counts: ToolEyesCounts): string[] {
  const { flagged, scenarios, trajectories, turns, judged, writers } = counts;
  const walked = sumOf(trajectories);
  const judgedText = run.frozen.settings.judge === undefined ? '' : `; ${judged} judged`;
  return [
    ...reviewedLines(counts.review),
    ...(counts.chosen ? chosenLines(counts.chosen) : []),
    `  ${counts.tools} tools in ${counts.subcategories} subcategories; ${countedText(scenarios)}`,
    ...(walked === 0
      ? []
      : [`  ${walked} trajectories with ${turns} messages: ${countedText(trajectories)}${judgedText}`]),
    ...(counts.observedBy === undefined || sumOf(counts.observedBy) === 0
      ? []
      : [`  tools were answered by: ${countedText(counts.observedBy)}`]),
    ...(writers === undefined
      ? []
      : [`  ${sumOf(writers)} queries were written by people: ${countedText(writers)}`]),
    ...(sumOf(flagged) === 0 ? [] : [`  to look at: ${countedText(flagged)}`]),
  ];
}

/** Outcomes of the tools. */
function chosenLines({ read, kept, dropped, documents, emptied }: ToolCounts): string[] {
  const { person, model, notWritten } = documents;
  return [
    `  ${read} tools read, ${kept} kept`,
    ...dropped.map(
      ({ stage, reasons }) => `    ${sumOf(reasons)} dropped in ${stage} (${countedText(reasons)})`,
    ),
    ...(emptied.length === 0
      ? []
      : [`    without tools: ${emptied.map((path) => path.split('/').slice(-2).join('/')).join(', ')}`]),
    ...(person + model + notWritten === 0
      ? []
      : [
          `    documents: ${model} by a model, ${person} by people${notWritten > 0 ? `; ${notWritten} not written` : ''}`,
        ]),
  ];
}

export const text: FamilyText<'tooleyes'> = {
  async state(store, run) {
    const state = await outcomeState(store, run, STAGES, 'queries');
    if (run.frozen.settings.write === undefined || run.counts !== undefined) return state;
    const { topics, scenarios } = await writingByScenario(store, run.runId);
    return {
      object: { ...state.object, writing: topics, writingByScenario: scenarios },
      lines: [...writingLines(scenarios), ...state.lines],
    };
  },
  result: (store, run) => outcomeResult(store, run, STAGES, 'queries'),
  files,
  figures,
};
