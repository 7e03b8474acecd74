/** Kind of the queues of tool documents that a model completed. */
export const DOCUMENTS_QUEUE = 't-eval-tools';

/** Kind of the queues of queries that are not annotated yet. */
export const QUERIES_QUEUE = 't-eval-queries';
