import { COMPLETE_STAGE, QUERIES_STAGE, REFINE_STAGE } from '../../core/t-eval/run.js';
import { COMPLETED_DOCUMENT, hasDocument, QUERIES_DOCUMENT } from '../../store/documents.js';
import type { RetryParts } from '../../store/retry.js';

/** Documents from which queries were made, and queries that reviewers have decided on, are not retried. */
export const retry: RetryParts<'t-eval'> = {
  settled: async (trx, { runId }) => [
    ...((await hasDocument(trx, runId, COMPLETED_DOCUMENT)) ? [COMPLETE_STAGE] : []),
    ...((await hasDocument(trx, runId, QUERIES_DOCUMENT)) ? [QUERIES_STAGE, REFINE_STAGE] : []),
  ],
};
