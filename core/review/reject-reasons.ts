import { REJECT_REASONS, type RejectReason } from './event.js';

/** Family of queues of tool documents. */
export const DOCUMENTS_FAMILY = 't-eval-tools';

/** Family of queues of queries that are not annotated yet. */
export const QUERIES_FAMILY = 't-eval-queries';

/** Family of queues of schema intents. */
export const INTENTS_FAMILY = 'mtu-bench-intents';

/** Family of queues of near-duplicate tool pairs. */
export const DUPLICATES_FAMILY = 'mtu-bench-duplicates';

/** Reasons for tool documents only. */
const DOCUMENT_REASONS: readonly RejectReason[] = [
  'description wrong',
  'parameter wrong',
  'return data wrong',
];
/** Reasons for queries. */
const QUERY_REASONS: readonly RejectReason[] = [
  'wrong tool',
  'query unclear',
  'query unnatural',
  'duplicate',
];
/** Reasons for intents only. */
const INTENT_REASONS: readonly RejectReason[] = ['no tool could do it', 'chat', 'no inputs or no result'];
/** Reasons for tool pairs only. */
const DUPLICATE_REASONS: readonly RejectReason[] = [
  'different things',
  'different inputs',
  'one is part of the other',
];
/** Reasons for all kinds of items. */
const COMMON_REASONS: readonly RejectReason[] = ['unsafe or private', 'other'];

/** Reasons per gate’s queue family. */
const GATE_REASONS: Readonly<Record<string, readonly RejectReason[]>> = {
  [DOCUMENTS_FAMILY]: [...DOCUMENT_REASONS, ...COMMON_REASONS],
  [QUERIES_FAMILY]: [...QUERY_REASONS, ...COMMON_REASONS],
  [INTENTS_FAMILY]: [...INTENT_REASONS, ...COMMON_REASONS],
  [DUPLICATES_FAMILY]: [...DUPLICATE_REASONS, 'other'],
};
/** Reasons that occur only at gates. */
const GATE_ONLY_REASONS: readonly RejectReason[] = [
  ...DOCUMENT_REASONS,
  ...INTENT_REASONS,
  ...DUPLICATE_REASONS,
];

/** Reasons that apply to a family's queue, in display order. */
export const rejectReasons = (family: string): readonly RejectReason[] =>
  GATE_REASONS[family] ?? REJECT_REASONS.filter((reason) => !GATE_ONLY_REASONS.includes(reason));
