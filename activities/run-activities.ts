import type { ErrorRecord } from '../core/errors/benchwright-error.js';
import type { RunCounts, RunStatus } from '../core/run.js';
import { setRunStatus } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { throwIfStopRequested } from './stop-flag.js';

/** Activities on the run as a whole. */
export function createRunActivities({ store }: { store: Store }) {
  return {
    /** Notes that the work on a run begins or goes on. @throws RUN_CANCELLED */
    async openRun({ runId }: { runId: string }): Promise<void> {
      await throwIfStopRequested(store, runId);
      await setRunStatus(store, runId, 'running', { error: null });
    },

    /** Notes how the work on a run ended. */
    async closeRun({
      runId,
      status,
      error,
      counts,
    }: {
      runId: string;
      status: RunStatus;
      error?: ErrorRecord;
      counts?: RunCounts;
    }): Promise<void> {
      await setRunStatus(store, runId, status, { error: error ?? null, ...(counts ? { counts } : {}) });
    },
  };
}

export type RunActivities = ReturnType<typeof createRunActivities>;
