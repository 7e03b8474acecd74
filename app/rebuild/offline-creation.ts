import { createStage } from '../../stages/mtu-bench/creation/create-stage.js';
import {
  documentStage,
  openDocumenting,
  settleTools,
} from '../../stages/mtu-bench/creation/document-stage.js';
import { gatherTools } from '../../stages/mtu-bench/creation/gather-tools.js';
import { openSynthesis, synthesizeStage } from '../../stages/mtu-bench/creation/synthesize-stage.js';
import { openCreation } from '../../stages/mtu-bench/creation/words-only.js';
import { CREATE_STAGE, DOCUMENT_STAGE, SYNTHESIZE_STAGE } from '../../core/creation.js';
import type { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { VectorAnswers } from '../../llm/embedders/vector-answers.js';
import type { OfflineRun } from './offline-run.js';
import { stageOffline } from './offline-stage.js';

/** Stages before and after clustering, from answers that are there. */
export interface AroundClustering {
  /** @param answers where vectors come from */
  readonly beforeClustering: (made: OfflineRun, answers: VectorAnswers) => Promise<void>;
  readonly afterClustering: (made: OfflineRun) => Promise<void>;
}

/** The stages in which a model makes tools and calls. @param missing the error for an answer that is not in the run's own store; thrown where one is missing */
export const creationOffline = (missing: () => BenchwrightError): AroundClustering => ({
  async beforeClustering(made) {
    const { store, contexts, runId } = made;
    await openCreation(store, contexts, runId);
    const stage = await createStage({ store, contexts }, runId);
    const call = { execution: runId };
    await stageOffline(made, CREATE_STAGE, (access, subject) => stage.work(access, subject, call), missing);
    await gatherTools(store, contexts, runId);
  },
  async afterClustering(made) {
    const { store, contexts, runId } = made;
    const call = { execution: runId };
    await openDocumenting(store, runId);
    const stage = await documentStage({ store, contexts }, runId);
    await stageOffline(made, DOCUMENT_STAGE, (access, subject) => stage.work(access, subject, call), missing);
    await settleTools(store, runId);
    await openSynthesis(store, contexts, runId);
    const talk = await synthesizeStage({ store, contexts }, runId);
    await stageOffline(
      made,
      SYNTHESIZE_STAGE,
      (access, subject) => talk.work(access, subject, call, Infinity),
      missing,
    );
  },
});
