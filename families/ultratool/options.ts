import type { OptionSpec } from '../../core/family.js';

const samples = { group: 'Samples', regenerate: true } as const;
const queries = { group: 'Queries', regenerate: true } as const;
const models = { group: 'Models', regenerate: true } as const;
const tasks = { group: 'Tasks', regenerate: true } as const;

export const options: readonly OptionSpec[] = [
  {
    ...queries,
    flags: '--queries <file>',
    description: "file of experts' queries: CSV with domain, query, suggested tools, author; or JSONL",
  },
  {
    ...{ group: queries.group, flags: '--write <wanted>' },
    description: 'queries that people write on the page: 5 for each domain, or Finance=10,Hotel=5',
  },
  {
    ...{ group: queries.group, flags: '--review-writing <policy>' },
    description: 'review policy of written queries, whose first round has the action write',
    fallback: 'tooltalk',
  },
  {
    ...{ group: queries.group, flags: '--domains <names>' },
    description: 'labels of queries, with commas; any: every label is taken',
    fallback: "UltraTool's 22",
  },
  {
    ...queries,
    flags: '--generalised <n>',
    description: "queries with other values to make of each expert's",
    value: 'whole number',
    fallback: '1',
  },
  {
    ...queries,
    flags: '--complicated <n>',
    description: "queries with more needs to make of each expert's",
    value: 'whole number',
    fallback: '1',
  },
  {
    ...queries,
    flags: '--near-duplicate <s>',
    description: 'similarity from which the later of two queries is dropped, 0 to 1',
    value: 'share',
  },
  {
    ...queries,
    flags: '--offered-tools <n>',
    description: "experts' tools of all domains offered to a plan beside its query's own, the nearest ones",
    value: 'whole number',
    fallback: '30',
  },
  {
    ...queries,
    flags: '--review-queries <policy>',
    description: 'review policy for queries, before plans are made for them',
    fallback: 'none',
  },
  {
    ...queries,
    flags: '--merge-similarity <s>',
    description:
      'similarity from which a merge of two tools is proposed, 0 to 1; 1: no tool is merged; with --samples: merge their tools',
    value: 'share',
  },
  {
    ...queries,
    flags: '--review-merges <policy>',
    description: 'review policy for proposed merges of tools; without one all are applied',
    fallback: 'none',
  },
  {
    ...samples,
    flags: '--samples <file>',
    description: "file of whole samples, one JSON object per line, as in UltraTool's test.json and dev.json",
  },
  { ...samples, flags: '--language <language>', description: 'en or zh', fallback: 'en' },
  {
    ...tasks,
    flags: '--test <n>',
    description: 'samples in test.json, drawn by seed; the others go into dev.json',
    value: 'whole number',
    fallback: 'all',
  },
  {
    ...tasks,
    flags: '--distractors-by <what>',
    description: 'closeness: among the tools nearest to the own ones; seed: among all',
    fallback: 'closeness',
  },
  {
    ...tasks,
    flags: '--selection-distractors <n>',
    description: 'tools beside the own ones in tool selection',
    value: 'whole number',
    fallback: '1',
  },
  {
    ...tasks,
    flags: '--creation-toolset <n>',
    description: 'tools that are offered in tool creation and its awareness',
    value: 'whole number',
    fallback: '2',
  },
  {
    ...tasks,
    flags: '--own-share <share>',
    description: 'share of samples with several tools of which one is offered there',
    value: 'share',
    fallback: '0.14',
  },
  {
    ...tasks,
    flags: '--embedder <embedder>',
    description: 'lexical, local:FOLDER or openai:MODEL: what nearness is measured by',
    fallback: 'lexical',
  },
  {
    ...tasks,
    flags: '--bug-compatible',
    description: 'cut values of tool usage at their first comma, as in the published English files',
  },
  {
    ...tasks,
    flags: '--repair',
    description: 'have a model reword texts that the published scorer alters, also in read samples',
  },
  {
    ...tasks,
    flags: '--keep-altered',
    description: 'keep texts that the published scorer alters; the default has a model reword generated ones',
  },
  {
    ...models,
    flags: '--attempts <n>',
    description: 'attempts per request before its sample is quarantined',
    value: 'whole number',
    fallback: '3',
  },
  { ...models, flags: '--prompts <dir>', description: 'folder of your own prompts' },
];
