import { REJECT_REASONS, type RejectReason } from './event.js';

/** The family of queues whose items are tool documents. */
export const DOCUMENTS_FAMILY = 't-eval-tools';

/** The family of queues whose items are queries that nobody has solved yet. */
export const QUERIES_FAMILY = 't-eval-queries';

/** What can be wrong with a tool document alone. */
const OF_DOCUMENTS: readonly RejectReason[] = ['description wrong', 'parameter wrong', 'return data wrong'];
/** What can be wrong with a query that nobody has solved yet. */
const OF_QUERIES: readonly RejectReason[] = ['wrong tool', 'query unclear', 'query unnatural', 'duplicate'];
/** What can be wrong with anything that people judge. */
const OF_ALL: readonly RejectReason[] = ['unsafe or private', 'other'];

/** The reasons that fit the items of a family's queue, in the order in which they are offered. */
export const rejectReasons = (family: string): readonly RejectReason[] =>
  family === DOCUMENTS_FAMILY
    ? [...OF_DOCUMENTS, ...OF_ALL]
    : family === QUERIES_FAMILY
      ? [...OF_QUERIES, ...OF_ALL]
      : REJECT_REASONS.filter((reason) => !OF_DOCUMENTS.includes(reason));
