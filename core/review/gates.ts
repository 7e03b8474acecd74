/**
 * What people decide on before a run goes on: of T-Eval the tool documents that a model completed and its queries, of
 * MTU-Bench the intents that are to be tools, and the tools that clustering leaves double.
 */
export const REVIEW_GATES = ['tools', 'queries', 'intents', 'duplicates'] as const;
export type ReviewGate = (typeof REVIEW_GATES)[number];

/** What the items of such a queue are called. */
export const GATE_NOUNS: Readonly<Record<ReviewGate, string>> = {
  tools: 'tool documents',
  queries: 'queries',
  intents: 'intents',
  duplicates: 'pairs of tools',
};

/** Name of a gate’s queue in commands and on the page. */
export const gateQueueName = (run: string, part: string): string => `${run}.${part}`;
