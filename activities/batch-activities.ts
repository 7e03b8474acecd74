import { cancellationSignal } from '@temporalio/activity';
import type { BatchAccess, CallsOf, BatchNextStep } from '../llm/batches/batch-access.js';
import { planBatches, type BatchPlan } from '../llm/batches/plan.js';
import { pollBatch } from '../llm/batches/poll.js';
import { settleBatch } from '../llm/batches/settle.js';
import { Submitter } from '../llm/batches/submit.js';
import { withHeartbeats } from './heartbeats.js';
import { heartbeatAndCheckStop } from './stop-flag.js';

/** A step of one batch on behalf of a run, which need not be the one that the batch was made for. */
interface BatchStep {
  readonly runId: string;
  readonly batchId: string;
  /** How often in a row the provider could not be asked. */
  readonly faults: number;
}

/** Activities of the batch stage. Each may run twice, also at the same time in two workers. */
export function createBatchActivities(deps: BatchAccess & { readonly callsOf: CallsOf }) {
  const submitter = new Submitter(deps);
  const step = async <T>(runId: string, work: (goOn: () => Promise<void>) => Promise<T>): Promise<T> => {
    const goOn = (): Promise<void> => heartbeatAndCheckStop(deps.store, runId);
    await goOn();
    return withHeartbeats(() => work(goOn));
  };
  return {
    /**
     * Writes the stage's calls down as batches. @returns those to be waited for
     * @throws BUDGET_REACHED, CONFIG_INVALID, RUN_CANCELLED, RUN_PAUSED
     */
    planBatches: ({
      runId,
      stage,
      collectOnly,
    }: {
      runId: string;
      stage: string;
      /** No new ones: only what batches hold already. */
      collectOnly: boolean;
    }): Promise<BatchPlan> =>
      step(runId, (goOn) => planBatches(deps, { runId, stage, collectOnly, callsOf: deps.callsOf, goOn })),

    /** @throws MODEL_MISCONFIGURED, MODEL_UNAVAILABLE, RUN_CANCELLED, RUN_PAUSED */
    submitBatch: ({ runId, batchId, faults }: BatchStep): Promise<BatchNextStep> =>
      step(runId, () => submitter.submit(batchId, faults)),

    /**
     * Asks about batches, all of a stage in one activity: a history grows with the time that is waited, not with the
     * number of batches. @throws MODEL_MISCONFIGURED, MODEL_UNAVAILABLE, RUN_CANCELLED, RUN_PAUSED
     */
    pollBatches: ({
      runId,
      batches,
    }: {
      runId: string;
      batches: readonly Omit<BatchStep, 'runId'>[];
    }): Promise<BatchNextStep[]> =>
      step(runId, async (goOn) => {
        const steps: BatchNextStep[] = [];
        for (const { batchId, faults } of batches) {
          steps.push(await pollBatch(deps, batchId, { signal: cancellationSignal(), faults }));
          await goOn();
        }
        return steps;
      }),

    /** @throws MODEL_MISCONFIGURED, MODEL_UNAVAILABLE, RUN_CANCELLED, RUN_PAUSED */
    settleBatch: ({ runId, batchId, faults }: BatchStep): Promise<BatchNextStep> =>
      step(runId, (goOn) =>
        settleBatch(deps, batchId, { callsOf: deps.callsOf, signal: cancellationSignal(), faults, goOn }),
      ),
  };
}

export type BatchActivities = ReturnType<typeof createBatchActivities>;
