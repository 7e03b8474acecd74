/**
 * Review gates: T-Eval’s completed tool documents and queries, MTU-Bench’s intents and near-duplicate tools. A run
 * waits at each until its items are decided.
 */
export const REVIEW_GATES = ['tools', 'queries', 'intents', 'duplicates'] as const;
export type ReviewGate = (typeof REVIEW_GATES)[number];

/** Nouns for the items of each gate. */
export const GATE_NOUNS: Readonly<Record<ReviewGate, string>> = {
  tools: 'tool documents',
  queries: 'queries',
  intents: 'intents',
  duplicates: 'pairs of tools',
};

/** Name of a gate’s queue in commands and on the page. */
export const gateQueueName = (run: string, gate: ReviewGate): string => `${run}.${gate}`;
