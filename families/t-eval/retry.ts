import { COMPLETE_STAGE, QUERIES_STAGE, REFINE_STAGE } from '../../core/t-eval/run.js';
import { COMPLETED_DOCUMENT, hasDocument, QUERIES_DOCUMENT } from '../../store/documents.js';
import type { RetryParts } from '../../store/retry.js';

/** Documents that queries were made of stay as they are, and so do queries that people have decided on. */
export const retry: RetryParts<'t-eval'> = {
  settled: async (trx, { runId }) => [
    ...((await hasDocument(trx, runId, COMPLETED_DOCUMENT)) ? [COMPLETE_STAGE] : []),
    ...((await hasDocument(trx, runId, QUERIES_DOCUMENT)) ? [QUERIES_STAGE, REFINE_STAGE] : []),
  ],
};
