/**
 * What people decide on before a run goes on: of T-Eval the tool documents that a model completed and its queries, of
 * MTU-Bench the intents that are to be tools.
 */
export const RUN_PARTS = ['tools', 'queries', 'intents'] as const;
export type RunPart = (typeof RUN_PARTS)[number];

/** What the items of such a queue are called. */
export const PART_NOUNS: Readonly<Record<RunPart, string>> = {
  tools: 'tool documents',
  queries: 'queries',
  intents: 'intents',
};

/** The name of such a queue, as commands and the page take it. */
export const partName = (run: string, part: RunPart): string => `${run}.${part}`;
