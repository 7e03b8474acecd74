import type { ModelAccess } from '../../llm/asking/model-access.js';
import { modelConfigSchema } from '../../core/model-config.js';
import type { BenchwrightError } from '../../core/errors/benchwright-error.js';
import {
  openSubjects,
  pendingRanges,
  settleSubjects,
  type OpenSubject,
  type Settling,
  type SubjectOutcome,
} from '../../store/stages/subjects.js';
import type { OfflineRun } from './offline-run.js';
import { withModels } from '../models/open-models.js';

/** Subjects whose outcomes are kept in one write. */
const SUBJECTS_AT_ONCE = 100;

/**
 * What a stage that asks models has left to do, from answers that the run's own store has: nothing is sent to anybody.
 * @param missing the error for an answer that is not there
 * @throws it
 */
export async function stageOffline(
  { store, runId }: OfflineRun,
  stage: string,
  work: (access: ModelAccess, subject: OpenSubject) => Promise<SubjectOutcome | undefined>,
  missing: () => BenchwrightError,
): Promise<void> {
  await withModels(modelConfigSchema.parse(undefined), store, async (models) => {
    const access = {
      ...models,
      provider: () => {
        throw missing();
      },
    };
    const size = { size: SUBJECTS_AT_ONCE, limit: Number.MAX_SAFE_INTEGER };
    for (const range of await pendingRanges(store, runId, stage, size)) {
      const settled: Settling[] = [];
      for (const subject of await openSubjects(store, runId, stage, range)) {
        const result = await work(access, subject);
        if (result === undefined) throw new Error(`${subject.subject} has come to no end`);
        settled.push({ runId, stage, ordinal: subject.ordinal, result });
      }
      await settleSubjects(store, settled);
    }
  });
}
