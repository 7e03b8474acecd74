/** What people decide on before a run of T-Eval goes on: the tool documents that a model completed, its queries. */
export const RUN_PARTS = ['tools', 'queries'] as const;
export type RunPart = (typeof RUN_PARTS)[number];

/** What the items of such a queue are called. */
export const PART_NOUNS: Readonly<Record<RunPart, string>> = { tools: 'tool documents', queries: 'queries' };

/** The name of such a queue, as commands and the page take it. */
export const partName = (run: string, part: RunPart): string => `${run}.${part}`;
