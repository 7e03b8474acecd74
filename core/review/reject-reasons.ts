import { REJECT_REASONS, type RejectReason } from './event.js';

/** The family of queues whose items are tool documents. */
export const DOCUMENTS_FAMILY = 't-eval-tools';

/** The family of queues whose items are queries that nobody has solved yet. */
export const QUERIES_FAMILY = 't-eval-queries';

/** The family of queues whose items are intents of a corpus's schema. */
export const INTENTS_FAMILY = 'mtu-bench-intents';

/** The family of queues whose items are pairs of tools that may be one. */
export const DUPLICATES_FAMILY = 'mtu-bench-duplicates';

/** What can be wrong with a tool document alone. */
const OF_DOCUMENTS: readonly RejectReason[] = ['description wrong', 'parameter wrong', 'return data wrong'];
/** What can be wrong with a query that nobody has solved yet. */
const OF_QUERIES: readonly RejectReason[] = ['wrong tool', 'query unclear', 'query unnatural', 'duplicate'];
/** Why an intent is not fit for a tool, alone. */
const OF_INTENTS: readonly RejectReason[] = ['no tool could do it', 'chat', 'no inputs or no result'];
/** Why two tools are not one. */
const OF_DUPLICATES: readonly RejectReason[] = [
  'different things',
  'different inputs',
  'one is part of the other',
];
/** What can be wrong with anything that people judge. */
const OF_ALL: readonly RejectReason[] = ['unsafe or private', 'other'];

/** The reasons of queues whose items are no items of a benchmark yet. */
const OF_PARTS: Readonly<Record<string, readonly RejectReason[]>> = {
  [DOCUMENTS_FAMILY]: [...OF_DOCUMENTS, ...OF_ALL],
  [QUERIES_FAMILY]: [...OF_QUERIES, ...OF_ALL],
  [INTENTS_FAMILY]: [...OF_INTENTS, ...OF_ALL],
  [DUPLICATES_FAMILY]: [...OF_DUPLICATES, 'other'],
};
/** Those of them that nothing else is rejected for. */
const OF_PARTS_ALONE: readonly RejectReason[] = [...OF_DOCUMENTS, ...OF_INTENTS, ...OF_DUPLICATES];

/** The reasons that fit the items of a family's queue, in the order in which they are offered. */
export const rejectReasons = (family: string): readonly RejectReason[] =>
  OF_PARTS[family] ?? REJECT_REASONS.filter((reason) => !OF_PARTS_ALONE.includes(reason));
