import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  ChildWorkflowFailure,
  ContinueAsNew,
  isCancellation,
} from '@temporalio/workflow';
import type { ErrorRecord } from '../core/errors/benchwright-error.js';
import type { RunStatus } from '../core/run.js';
import { shortActivities } from './activity-options.js';

/** Sees that the store knows how the work on a run ended, whichever way. @throws what `work` throws */
export async function recordRunOutcome(runId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    await CancellationScope.nonCancellable(() => shortActivities.closeRun({ runId, ...endingOf(error) }));
    throw error;
  }
}

/** Rules that stop a run: nothing is broken, but a person has to decide. */
const STOPPING = new Set(['SET_ASIDE_LIMIT', 'SPLIT_IMPOSSIBLE']);
/** What pauses it: a person mends the key, the model, the price, the budget, and `resume` goes on. */
const PAUSING = new Set([
  'MODEL_MISCONFIGURED',
  'MODEL_UNAVAILABLE',
  'BUDGET_REACHED',
  'CONFIG_INVALID',
  'TOOL_SERVER_FAILED',
]);

/** How a run ended that did not finish. */
function endingOf(error: unknown): { status: RunStatus; error?: ErrorRecord } {
  if (isCancellation(error)) return { status: 'cancelled' };
  const cause = rootOf(error);
  if (cause instanceof ApplicationFailure) {
    const record = cause.details?.[0] as ErrorRecord | undefined;
    if (cause.type === 'RUN_CANCELLED') return { status: 'cancelled' };
    if (cause.type === 'RUN_PAUSED') return { status: 'paused' };
    if (record) return { status: statusAfter(cause.type ?? ''), error: record };
  }
  const found = cause instanceof Error ? cause.message : String(cause);
  return {
    status: 'failed',
    error: {
      code: 'INTERNAL',
      title: 'Something went wrong inside Benchwright',
      found,
      next: 'Run `benchwright resume`; if it fails again, report this.',
    },
  };
}

function statusAfter(code: string): RunStatus {
  if (STOPPING.has(code)) return 'stopped';
  return PAUSING.has(code) ? 'paused' : 'failed';
}

/** What an activity threw, be it one of a child workflow's. */
function rootOf(error: unknown): unknown {
  if (error instanceof ActivityFailure || error instanceof ChildWorkflowFailure) return rootOf(error.cause);
  return error;
}
