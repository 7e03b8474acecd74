import { askStageOf } from '../../../core/ask/run.js';
import type { StageProgress } from '../../../store/progress.js';
import type { Run } from '../../../store/runs.js';
import type { FamilyPlanning, RunLeft } from '../../parts/planning.js';
import { estimateAsk } from './estimate.js';

/** Rows without an outcome, and the calls that they still need. */
export async function leftToAsk(
  run: Run<'ask'>,
  progress: readonly StageProgress[],
  planning: FamilyPlanning,
): Promise<RunLeft> {
  const name = askStageOf(run.frozen.settings);
  const { total = 0, done = 0 } = progress.find(({ stage }) => stage === name) ?? {};
  const plans = await estimateAsk(planning.home, run.runId, planning);
  return { plans, lines: [`  left to ask: ${total - done} of ${total} rows`] };
}
