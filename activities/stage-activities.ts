import { activityInfo } from '@temporalio/activity';
import type { ModelAccess } from '../llm/asking/model-access.js';
import { computedVectors, ledgerVectors, type VectorAnswers } from '../llm/embedders/vector-answers.js';
import type { Store } from '../store/store.js';
import { clusterTools } from '../stages/mtu-bench/cluster-tools.js';
import { openDocumenting, settleTools } from '../stages/mtu-bench/creation/document-stage.js';
import { findDuplicateTools } from '../stages/mtu-bench/creation/find-duplicates.js';
import { gatherTools } from '../stages/mtu-bench/creation/gather-tools.js';
import { settleDuplicateTools } from '../stages/mtu-bench/creation/settle-duplicates.js';
import { openSynthesis } from '../stages/mtu-bench/creation/synthesize-stage.js';
import { openCreation } from '../stages/mtu-bench/creation/words-only.js';
import { failpoint } from '../stages/failpoint.js';
import { withHeartbeats } from './heartbeats.js';
import { openJudging } from '../stages/mtu-bench/intents/judge-stage.js';
import { settleIntents } from '../stages/mtu-bench/intents/settle-intents.js';
import { openRewriting } from '../stages/mtu-bench/open-rewriting.js';
import { openRecheck } from '../stages/mtu-bench/recheck-items.js';
import type { RunContexts } from '../stages/mtu-bench/run-context.js';
import { splitItems } from '../stages/mtu-bench/split-items.js';
import { heartbeatAndCheckStop } from './stop-flag.js';

/** Activities of the whole-set stages: each a barrier that starts when every input is settled. */
export function createStageActivities({
  store,
  contexts,
  models,
}: {
  store: Store;
  contexts: RunContexts;
  models?: (() => Promise<ModelAccess>) | undefined;
}) {
  /** Calls of one execution stop together when a model cannot be asked; a resumed run comes with another one. */
  const execution = (): string => activityInfo().workflowExecution?.runId ?? '';
  const vectorsOf = (runId: string): VectorAnswers =>
    models ? ledgerVectors(models, { execution: execution(), runId, stage: 'cluster' }) : computedVectors;
  const beaten = async (runId: string, work: () => Promise<void>): Promise<void> => {
    await heartbeatAndCheckStop(store, runId);
    await withHeartbeats(work);
  };
  return {
    /** Notes what the stage `judge-intents` is to work on: intents of the schemas. */
    openJudging: ({ runId }: { runId: string }) => beaten(runId, () => openJudging(store, contexts, runId)),

    /** Keeps which intents are tools. @throws REVIEW_NOT_FINISHED */
    async settleIntents({ runId }: { runId: string }): Promise<void> {
      await beaten(runId, () => settleIntents(store, contexts, runId));
      failpoint('after-intents');
    },

    /** Notes what the stage `create` is to work on: dialogues of words alone. @throws SOURCE_CHANGED, SOURCE_UNREADABLE */
    openCreation: ({ runId }: { runId: string }) => beaten(runId, () => openCreation(store, contexts, runId)),

    /** Keeps the tools that the stage `create` brought beside the schemas'. */
    gatherTools: ({ runId }: { runId: string }) => beaten(runId, () => gatherTools(store, contexts, runId)),

    /** Keeps the pairs of tools that people are to decide on. @throws as `clusterTools` */
    async findDuplicates({ runId }: { runId: string }): Promise<void> {
      await withHeartbeats(() =>
        findDuplicateTools(
          store,
          contexts,
          runId,
          () => heartbeatAndCheckStop(store, runId),
          vectorsOf(runId),
        ),
      );
    },

    /** Keeps what people decided on them, by which the run is clustered. @throws REVIEW_NOT_FINISHED */
    async settleDuplicates({ runId }: { runId: string }): Promise<void> {
      await beaten(runId, () => settleDuplicateTools(store, contexts, runId));
      failpoint('after-duplicates');
    },

    /** Notes what the stage `document` is to work on: tools since clustering that a model made. */
    openDocumenting: ({ runId }: { runId: string }) => beaten(runId, () => openDocumenting(store, runId)),

    /** Keeps the tools with the documents that were written. */
    settleTools: ({ runId }: { runId: string }) => beaten(runId, () => settleTools(store, runId)),

    /** Notes what the stage `synthesize` is to work on: dialogues that need a call. */
    openSynthesis: ({ runId }: { runId: string }) =>
      beaten(runId, () => openSynthesis(store, contexts, runId)),

    /** The cluster stage. @throws EMBEDDER_UNAVAILABLE, CLUSTERS_INVALID; MODEL_MISCONFIGURED, MODEL_UNAVAILABLE */
    async clusterTools({ runId }: { runId: string }): Promise<void> {
      await withHeartbeats(() =>
        clusterTools(store, contexts, runId, () => heartbeatAndCheckStop(store, runId), vectorsOf(runId)),
      );
      failpoint('after-cluster');
    },

    /** The split stage. @throws SPLIT_IMPOSSIBLE */
    async splitItems({ runId }: { runId: string }): Promise<void> {
      await heartbeatAndCheckStop(store, runId);
      await withHeartbeats(() => splitItems(store, contexts, runId));
      failpoint('after-split');
    },

    /** Notes what the stage `recheck` is to work on; nothing left: ends it. @returns whether there is something */
    async openRecheck({ runId }: { runId: string }): Promise<boolean> {
      await heartbeatAndCheckStop(store, runId);
      return withHeartbeats(() => openRecheck(store, contexts, runId));
    },

    /** Notes what the stage `rewrite` is to work on. */
    openRewriting: ({ runId }: { runId: string }) =>
      beaten(runId, () => openRewriting(store, contexts, runId)),
  };
}

export type StageActivities = ReturnType<typeof createStageActivities>;
