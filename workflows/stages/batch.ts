import { condition, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { batchActivities } from '../activity-options.js';

/** How long is waited between two looks at batches: doubled each time, up to the longest. In milliseconds. */
export interface BatchTiming {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** 10 seconds to 10 minutes: a day of waiting takes some 150 looks, about 1,600 events. */
const TIMING: BatchTiming = { firstMs: 10_000, longestMs: 600_000 };
/** Events after which an execution continues as new, where it is told how. */
const MOST_EVENTS = 4_000;

export interface BatchStageOptions {
  /** @default 10 seconds, doubling to 10 minutes; milliseconds in tests */
  readonly timing?: BatchTiming;
  /**
   * Makes no batches, and only waits for those that hold calls of the stage already: what a stage begins with whose
   * calls go by themselves. @default false
   */
  readonly collectOnly?: boolean;
  /** Continues the workflow as new with its own input; called when the history has become long. */
  readonly again?: () => Promise<never>;
}

/** Ends a wait at once: whoever pauses a run sends it, so that the next activity sees the flag in the store. */
export const lookUp = defineSignal('lookUp');

interface Open {
  readonly batchId: string;
  readonly next: 'submit' | 'poll' | 'settle' | 'nothing';
  readonly afterMs?: number;
  readonly faults: number;
}

/**
 * The batch stage, before a map stage: puts those of its calls that the ledger lacks into batches, at half the price,
 * and ends when each of them has its outcome in the ledger or was released. The map stage then asks as ever and finds
 * nearly all of its first calls there. Started anew it goes on with what the store has. Where the run's budget has no room
 * for all calls, the next ones follow as batches that are settled leave some.
 */
export async function batchStage(
  runId: string,
  stage: string,
  { timing = TIMING, collectOnly = false, again }: BatchStageOptions = {},
): Promise<void> {
  let called = false;
  setHandler(lookUp, () => {
    called = true;
  });
  let open: Open[] = [];
  /** Histories of before have no word on whether there is more: there was not. */
  const plan = async (): Promise<boolean> => {
    const planned = await batchActivities.planBatches({ runId, stage, collectOnly });
    const known = new Set(open.map(({ batchId }) => batchId));
    const found = planned.batchIds.filter((batchId) => !known.has(batchId));
    open = [...open, ...found.map((batchId): Open => ({ batchId, next: 'submit', faults: 0 }))];
    return planned.more;
  };
  let more = await plan();
  for (let waitMs = timing.firstMs; ; waitMs = Math.min(waitMs * 2, timing.longestMs)) {
    called = false;
    const before = open.length;
    open = await round(runId, open);
    const settled = open.length < before;
    if (open.length === 0 && !more) return;
    if (again && workflowInfo().historyLength > MOST_EVENTS) await again();
    if (!more || !settled) {
      // Never earlier than a provider said.
      const told = Math.max(0, ...open.map(({ afterMs = 0 }) => afterMs));
      await condition(() => called, Math.max(waitMs, told));
    }
    if (more && (settled || open.length === 0)) {
      more = await plan();
      waitMs = timing.firstMs;
    }
  }
}

/** Does for each batch what is next, as far as it goes without waiting. @returns those that are not settled */
async function round(runId: string, all: readonly Open[]): Promise<Open[]> {
  const at = (wanted: Open['next'], from: readonly Open[]): Open[] =>
    from.filter(({ next }) => next === wanted);
  const step = async (one: Open, act: typeof batchActivities.submitBatch): Promise<Open> =>
    after(one, await act({ runId, batchId: one.batchId, faults: one.faults }));

  let open: Open[] = [];
  // One after the other: each uploads megabytes.
  for (const one of all)
    open.push(one.next === 'submit' ? await step(one, batchActivities.submitBatch) : one);
  const polled = at('poll', open);
  if (polled.length > 0) {
    const asked = polled.map(({ batchId, faults }) => ({ batchId, faults }));
    const steps = await batchActivities.pollBatches({ runId, batches: asked });
    const found = new Map(polled.map((one, i) => [one.batchId, after(one, steps[i] ?? one)]));
    open = open.map((one) => found.get(one.batchId) ?? one);
  }
  const settle = async (one: Open): Promise<Open> =>
    one.next === 'settle' ? step(one, batchActivities.settleBatch) : one;
  open = await Promise.all(open.map(settle));
  return open.filter(({ next }) => next !== 'nothing');
}

/** A batch after a step; faults count in a row. */
const after = (
  { batchId, faults }: Open,
  {
    next,
    afterMs,
    fault,
  }: { readonly next: Open['next']; readonly afterMs?: number; readonly fault?: string },
): Open => ({
  batchId,
  next,
  ...(afterMs === undefined ? {} : { afterMs }),
  faults: fault === undefined ? 0 : faults + 1,
});
