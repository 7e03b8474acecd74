import { stagePlan, type Planning, type StagePlan } from '../../app/plan/stage-plan.js';
import { withTemporaryStore } from '../../app/temporary-store.js';
import type { ROLES } from '../../core/model-call.js';
import type { ServedModel } from '../../core/model-config.js';
import type { StageCall } from '../../llm/batches/batch-access.js';
import { countCalls } from '../../llm/cost/count-calls.js';
import { guessOutput, type CallPlan, type OutputGuess } from '../../llm/cost/plan.js';
import { loadTokenCounter } from '../../llm/cost/tokens.js';
import { memoizeAsync } from '../../stages/memoize-async.js';
import { typicalOutput } from '../../store/ledger/typical-output.js';
import { createRun, type NewRun } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { stagesLeft } from '../stages-left.js';
import type { PlanningParts } from './planning.js';

type Role = (typeof ROLES)[number];

/** Estimates the calls of a run, or of what it has left. @param runs the store of the run */
type Estimate = (runs: Store, runId: string, planning: Planning) => Promise<StagePlan[]>;

/** Estimates a run that does not exist yet, in a temporary store. */
export const estimatedNew =
  (estimate: Estimate) =>
  (asked: NewRun, planning: Planning): Promise<StagePlan[]> =>
    withTemporaryStore(async (own) => estimate(own, (await createRun(own, asked)).runId, planning));

/** The calls of new and unfinished runs. */
export const estimatedBy = (estimate: Estimate): Pick<PlanningParts<string>, 'estimate' | 'left'> => ({
  estimate: estimatedNew(estimate),
  left: async (run, progress, planning) => ({
    plans: await estimate(planning.home, run.runId, planning),
    lines: stagesLeft(progress),
  }),
});

/**
 * Makes rows of a run's plan, with the length of earlier answers of each stage.
 * @param context of the run, with the model of each role
 */
export async function planRows(
  context: {
    readonly run: { readonly frozen: { readonly models?: { readonly batch: boolean } } };
    model(role: Role): ServedModel;
  },
  { home, priceOf }: Planning,
) {
  const count = await loadTokenCounter();
  const outputs = new Map<string, Promise<OutputGuess>>();
  const outputOf = (stage: string, role: Role): Promise<OutputGuess> =>
    memoizeAsync(outputs, `${stage} ${role}`, async () => {
      const { model, sampling } = context.model(role);
      return guessOutput(await typicalOutput(home, stage, model), sampling.maxTokens);
    });
  const row = async (
    stage: string,
    role: Role,
    plan: CallPlan,
    counted: StagePlan['counted'],
  ): Promise<StagePlan> => {
    const { provider, model } = context.model(role);
    const named = { stage, role, provider, model, output: await outputOf(stage, role), counted };
    return stagePlan(named, plan, priceOf(model), context.run.frozen.models?.batch ?? false);
  };
  const planOf = async (stage: string, role: Role, calls: AsyncIterable<StageCall>): Promise<CallPlan> =>
    countCalls(home, calls, { output: await outputOf(stage, role), count });
  /** The row of a stage whose calls are known. */
  const rowOfCalls = async (stage: string, role: Role, calls: AsyncIterable<StageCall>): Promise<StagePlan> =>
    row(stage, role, await planOf(stage, role, calls), 'calls');
  return { count, outputOf, row, planOf, rowOfCalls };
}
