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
const DOCUMENT_REASONS: readonly RejectReason[] = [
  'description wrong',
  'parameter wrong',
  'return data wrong',
];
/** What can be wrong with a query that nobody has solved yet. */
const QUERY_REASONS: readonly RejectReason[] = [
  'wrong tool',
  'query unclear',
  'query unnatural',
  'duplicate',
];
/** Why an intent is not fit for a tool, alone. */
const INTENT_REASONS: readonly RejectReason[] = ['no tool could do it', 'chat', 'no inputs or no result'];
/** Why two tools are not one. */
const DUPLICATE_REASONS: readonly RejectReason[] = [
  'different things',
  'different inputs',
  'one is part of the other',
];
/** What can be wrong with anything that people judge. */
const COMMON_REASONS: readonly RejectReason[] = ['unsafe or private', 'other'];

/** The reasons of queues whose items are no items of a benchmark yet. */
const GATE_REASONS: Readonly<Record<string, readonly RejectReason[]>> = {
  [DOCUMENTS_FAMILY]: [...DOCUMENT_REASONS, ...COMMON_REASONS],
  [QUERIES_FAMILY]: [...QUERY_REASONS, ...COMMON_REASONS],
  [INTENTS_FAMILY]: [...INTENT_REASONS, ...COMMON_REASONS],
  [DUPLICATES_FAMILY]: [...DUPLICATE_REASONS, 'other'],
};
/** Those of them that nothing else is rejected for. */
const GATE_ONLY_REASONS: readonly RejectReason[] = [
  ...DOCUMENT_REASONS,
  ...INTENT_REASONS,
  ...DUPLICATE_REASONS,
];

/** The reasons that fit the items of a family's queue, in the order in which they are offered. */
export const rejectReasons = (family: string): readonly RejectReason[] =>
  GATE_REASONS[family] ?? REJECT_REASONS.filter((reason) => !GATE_ONLY_REASONS.includes(reason));
