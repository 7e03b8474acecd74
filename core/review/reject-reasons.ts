import { REJECT_REASONS, type RejectReason } from './event.js';

/** The family of queues whose items are tool documents. */
export const DOCUMENTS_FAMILY = 't-eval-tools';

/** The family of queues whose items are queries that nobody has solved yet. */
export const QUERIES_FAMILY = 't-eval-queries';

/** The family of queues whose items are intents of a corpus's schema. */
export const INTENTS_FAMILY = 'mtu-bench-intents';

/** What can be wrong with a tool document alone. */
const OF_DOCUMENTS: readonly RejectReason[] = ['description wrong', 'parameter wrong', 'return data wrong'];
/** What can be wrong with a query that nobody has solved yet. */
const OF_QUERIES: readonly RejectReason[] = ['wrong tool', 'query unclear', 'query unnatural', 'duplicate'];
/** Why an intent is not fit for a tool, alone. */
const OF_INTENTS: readonly RejectReason[] = ['no tool could do it', 'chat', 'no inputs or no result'];
/** What can be wrong with anything that people judge. */
const OF_ALL: readonly RejectReason[] = ['unsafe or private', 'other'];

/** The reasons of queues whose items are no items of a benchmark yet. */
const OF_PARTS: Readonly<Record<string, readonly RejectReason[]>> = {
  [DOCUMENTS_FAMILY]: OF_DOCUMENTS,
  [QUERIES_FAMILY]: OF_QUERIES,
  [INTENTS_FAMILY]: OF_INTENTS,
};
/** Those of them that nothing else is rejected for. */
const OF_PARTS_ALONE: readonly RejectReason[] = [...OF_DOCUMENTS, ...OF_INTENTS];

/** The reasons that fit the items of a family's queue, in the order in which they are offered. */
export function rejectReasons(family: string): readonly RejectReason[] {
  const ofPart = OF_PARTS[family];
  return ofPart
    ? [...ofPart, ...OF_ALL]
    : REJECT_REASONS.filter((reason) => !OF_PARTS_ALONE.includes(reason));
}
