import { judgeIntentsStage, openJudging } from '../../../stages/mtu-bench/intents/judge-stage.js';
import { callsOf } from '../../calls-of.js';
import { contextsOf } from '../../../stages/mtu-bench/run-context.js';
import { JUDGE_INTENTS_STAGE } from '../../../core/mtu-bench/intents.js';
import { countCalls } from '../../../llm/cost/count-calls.js';
import { guessOutput } from '../../../llm/cost/plan.js';
import { loadTokenCounter } from '../../../llm/cost/tokens.js';
import { typicalOutput } from '../../../store/ledger/typical-output.js';
import { createRun, type NewRun } from '../../../store/runs.js';
import { withTemporaryStore } from '../../../app/temporary-store.js';
import { stagePlan, type Planning, type StagePlan } from '../../../app/plan/stage-plan.js';

/** The judge's questions about intents, counted exactly. */
export async function estimateIntents(run: NewRun<'mtu-bench'>, planning: Planning): Promise<StagePlan> {
  const { home, priceOf } = planning;
  const { models } = run.frozen;
  const served = models?.roles.judge;
  if (served === undefined) throw new Error('a run whose intents are judged has a judge');
  const { provider, model, sampling } = served;
  const output = guessOutput(await typicalOutput(home, JUDGE_INTENTS_STAGE, model), sampling.maxTokens);
  const count = await loadTokenCounter();
  const plan = await withTemporaryStore(async (store) => {
    const { runId } = await createRun(store, run);
    await openJudging(store, contextsOf(store), runId);
    const calls = callsOf(judgeIntentsStage, { store }, runId, JUDGE_INTENTS_STAGE);
    return countCalls(home, calls, { output, count });
  });
  const named = { stage: JUDGE_INTENTS_STAGE, role: 'judge', provider, model, output } as const;
  return stagePlan({ ...named, counted: 'calls' }, plan, priceOf(model), models?.batch ?? false);
}
