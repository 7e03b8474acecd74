import type { ErrorRecord } from '../core/errors/benchwright-error.js';
import type { RunCounts, RunStatus } from '../core/run.js';
import { setRunStatus } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { throwIfStopRequested } from './stop-flag.js';

/** Activities for a whole run. */
export function createRunActivities({ store }: { store: Store }) {
  return {
    /** Sets a run to running, at its start or when it resumes. @throws RUN_CANCELLED */
    async openRun({ runId }: { runId: string }): Promise<void> {
      await throwIfStopRequested(store, runId);
      await setRunStatus(store, runId, 'running', { error: null });
    },

    /** Records how the work on a run ended. */
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
