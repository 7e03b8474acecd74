import type { OptionSpec } from '../../core/family.js';

const items = { group: 'Items', regenerate: true } as const;
const splits = { group: 'Splits and quotas', regenerate: true } as const;
const tools = { group: 'Tools', regenerate: true } as const;
const models = { group: 'Models', regenerate: true } as const;

export const options: readonly OptionSpec[] = [
  {
    flags: '--source <name=path>',
    description: 'corpus to read, such as sgd=DIR; may be repeated',
    ...{ value: 'list', group: 'Sources', regenerate: true },
  },
  {
    ...items,
    flags: '--single-tool <reading>',
    description:
      'what "single tool" means: dialogue (one distinct tool per dialogue), or turn (at most one call per turn)',
  },
  {
    ...items,
    flags: '--distractors <n>',
    description: 'distractor tools added to each item, 0 to 50',
    value: 'whole number',
    fallback: '3',
  },
  {
    ...items,
    flags: '--closeness <share>',
    description: 'share of the distractors that are nearest by embedding',
    value: 'share',
    fallback: '0',
  },
  {
    ...items,
    flags: '--texts <version>',
    description: 'version of the thoughts that rules write: 2, or 1 as in older exports',
    fallback: '2',
  },
  {
    ...items,
    flags: '--drop-intents <file>',
    description: 'YAML list of tools whose dialogues are dropped as unsuitable; or none',
  },
  {
    ...splits,
    flags: '--held-out <topics>',
    description: 'topics that only OOD has: names with commas, a share, or none',
  },
  {
    ...splits,
    flags: '--topics <file>',
    description: 'YAML table that gives tools their topics; paper: the ready-made one; or none',
  },
  {
    ...splits,
    flags: '--test-share <share>',
    description: 'share of dialogues for the evaluation files, 0 to 1',
    value: 'share',
  },
  {
    ...splits,
    flags: '--preset <name>',
    description:
      "quotas of the evaluation files: paper-test (the paper's normal test set), or published (with OOD and the hard set)",
  },
  {
    ...splits,
    flags: '--quota <cell=n>',
    description: 'items of one evaluation file, such as M-S=54; may be repeated',
    value: 'list',
  },
  {
    ...splits,
    flags: '--hard <cell=n>',
    description: 'hard items of one evaluation file, such as S-S=56; may be repeated; or none',
    value: 'list',
  },
  {
    ...splits,
    flags: '--hard-kinds <list>',
    description: 'kinds of hard items, with weights: no-suitable-tool=2,many-tools',
    fallback: 'all',
  },
  {
    ...splits,
    flags: '--split <split>',
    description: 'export only this split: test, train, ood; may be repeated',
    value: 'list',
  },
  {
    ...tools,
    flags: '--embedder <which>',
    description: 'embedder for clustering tools: lexical, local:FOLDER (ONNX), or openai:MODEL',
  },
  { ...tools, flags: '--clusters <file>', description: 'YAML file with manual cluster splits and names' },
  {
    ...tools,
    flags: '--schema <dir>',
    description: 'use the names of another schema variant (SGD-X)',
  },
  {
    ...models,
    flags: '--create',
    description: 'the role generator makes tools and calls for unannotated dialogues',
  },
  {
    ...models,
    flags: '--review-duplicates <policy>',
    description: 'review policy for near-duplicate tools made by --create',
    fallback: 'none',
  },
  {
    ...models,
    flags: '--judge-intents',
    description: 'the role judge says which intents are fit for tools; dialogues of the others are dropped',
  },
  {
    ...models,
    flags: '--review-intents <policy>',
    description: 'review policy for which intents are fit for tools',
    fallback: 'none',
  },
  {
    ...models,
    flags: '--recheck [what]',
    description: 'the role judge checks gold answers again; wrong items: drop, or flag; or none',
    fallback: 'drop',
  },
  {
    ...models,
    flags: '--rewrite <parts>',
    description: 'text that the role generator rewrites: requests,thoughts,replies; or none',
  },
  {
    ...models,
    flags: '--samples <n>',
    description: 'attempts per request before its item is marked failed',
    value: 'whole number',
    fallback: '3',
  },
  {
    ...models,
    flags: '--prompts <dir>',
    description: 'folder of your own prompts: DIR/ID.txt replaces the prompt ID',
  },
];
