import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  continueAsNew,
  ContinueAsNew,
  isCancellation,
} from '@temporalio/workflow';
import type { ErrorRecord } from '../core/errors/benchwright-error.js';
import type { RunStatus } from '../core/run.js';
import { quick, work } from './activity-options.js';
import { convertStage, type ConvertGrain } from './stages/convert.js';

/** Input of a run: ids and settings only; everything else is in the store. */
export interface MtuBenchInput {
  readonly runId: string;
  /** Absolute path of the export. */
  readonly out: string;
  readonly grain: ConvertGrain;
}

/**
 * MTU-Bench (figure 2 of the paper, its rule-based path): tools are clustered by name, corpus dialogues become tool
 * calls and are checked, items are divided into settings and splits, and are exported as evaluation and training data. Can be started anew at any time: each stage takes up what the store does not have.
 */
export async function mtuBench(input: MtuBenchInput): Promise<void> {
  const { runId, out, grain } = input;
  try {
    await quick.openRun({ runId });
    await work.clusterTools({ runId });
    await convertStage(runId, grain, () => continueAsNew<typeof mtuBench>(input));
    await work.splitItems({ runId });
    const counts = await work.exportDataset({ runId, out });
    await quick.closeRun({ runId, status: 'finished', counts });
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    await CancellationScope.nonCancellable(() => quick.closeRun({ runId, ...ending(error) }));
    throw error;
  }
}

/** Rules that stop a run: nothing is broken, but a person has to decide. */
const STOPPING = new Set(['SET_ASIDE_LIMIT', 'SPLIT_IMPOSSIBLE']);

/** How a run ended that did not finish. */
function ending(error: unknown): { status: RunStatus; error?: ErrorRecord } {
  if (isCancellation(error)) return { status: 'cancelled' };
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) {
    const record = cause.details?.[0] as ErrorRecord | undefined;
    if (cause.type === 'RUN_CANCELLED') return { status: 'cancelled' };
    if (cause.type === 'RUN_PAUSED') return { status: 'paused' };
    if (record) return { status: STOPPING.has(cause.type ?? '') ? 'stopped' : 'failed', error: record };
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
