/**
 * What people decide on before a run goes on: of T-Eval the tool documents that a model completed and its queries, of
 * MTU-Bench the intents that are to be tools, and the tools that clustering leaves double.
 */
export const RUN_PARTS = ['tools', 'queries', 'intents', 'duplicates'] as const;
export type RunPart = (typeof RUN_PARTS)[number];

/** What the items of such a queue are called. */
export const PART_NOUNS: Readonly<Record<RunPart, string>> = {
  tools: 'tool documents',
  queries: 'queries',
  intents: 'intents',
  duplicates: 'pairs of tools',
};

/** The name of such a queue, as commands and the page take it. */
export const partName = (run: string, part: string): string => `${run}.${part}`;
