import type { RunTools } from '../../core/t-eval/annotation.js';
import { runDocument, TOOLS_DOCUMENT } from '../../store/documents.js';
import { tEvalFields } from '../../transforms/t-eval/review/content-fields.js';
import { documentReview } from '../../transforms/t-eval/review/document-review.js';
import { tEvalReview } from '../../transforms/t-eval/review/path-review.js';
import { queryReview } from '../../transforms/t-eval/review/query-review.js';
import type { ReviewKind } from '../parts/review.js';

/** Annotated queries. */
export const pathKind: ReviewKind = {
  view: 'path',
  async checks(store, runId) {
    const text = await runDocument(store, runId, TOOLS_DOCUMENT);
    return tEvalReview((JSON.parse(text) as RunTools).tools);
  },
  fields: tEvalFields,
};

/** Tool documents that a model completed. */
export const documentKind: ReviewKind = {
  view: 'tool document',
  checks: () => Promise.resolve(documentReview()),
  fields: undefined,
};

/** Queries that are not annotated yet. */
export const queryKind: ReviewKind = {
  view: 'query',
  checks: () => Promise.resolve(queryReview()),
  fields: undefined,
};
