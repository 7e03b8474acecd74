import { heartbeat } from '@temporalio/activity';
import type { Store } from '../store/store.js';
import { clusterTools } from './cluster-tools.js';
import { failpoint } from './failpoint.js';
import { withHeartbeats } from './heartbeats.js';
import type { RunContexts } from './run-context.js';
import { splitItems } from './split-items.js';
import { assertGoesOn } from './stop-flag.js';

/** Activities of the whole-set stages: each a barrier that starts when every input is settled. */
export function createStageActivities({ store, contexts }: { store: Store; contexts: RunContexts }) {
  const beat = async (runId: string): Promise<void> => {
    heartbeat();
    await assertGoesOn(store, runId);
  };
  return {
    /** The cluster stage. @throws EMBEDDER_UNAVAILABLE, CLUSTERS_INVALID */
    async clusterTools({ runId }: { runId: string }): Promise<void> {
      await withHeartbeats(() => clusterTools(store, contexts, runId, () => beat(runId)));
      failpoint('after-cluster');
    },

    /** The split stage. @throws SPLIT_IMPOSSIBLE */
    async splitItems({ runId }: { runId: string }): Promise<void> {
      await beat(runId);
      await withHeartbeats(() => splitItems(store, contexts, runId));
      failpoint('after-split');
    },
  };
}

export type StageActivities = ReturnType<typeof createStageActivities>;
