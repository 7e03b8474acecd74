import type { OptionSpec } from '../../core/family.js';

const conversations = { group: 'Conversations', regenerate: true } as const;
const databases = { group: 'Databases', regenerate: true } as const;
const files = { group: 'Files', regenerate: true } as const;
const models = { group: 'Models', regenerate: true } as const;

export const options: readonly OptionSpec[] = [
  {
    ...conversations,
    flags: '--conversations <dir>',
    description: 'folder with easy/ and tooltalk/ whose conversations are read instead of generated',
  },
  {
    ...conversations,
    flags: '--write <n>',
    description: 'conversations that people write from scratch on the page, with --review tooltalk',
    value: 'whole number',
  },
  {
    ...conversations,
    flags: '--suites <names>',
    description: 'suites of simulated tools, with commas: at least three for hard conversations',
    fallback: "ToolTalk's seven",
  },
  {
    ...conversations,
    flags: '--scenarios <n>',
    description: 'hard conversations to generate; the paper has about 400 scenarios',
    value: 'whole number',
    fallback: '60',
  },
  {
    ...conversations,
    flags: '--easy <n>',
    description: 'easy conversations per tool',
    value: 'whole number',
    fallback: '1',
  },
  {
    ...conversations,
    flags: '--scenarios-per-prompt <n>',
    description: 'scenarios that a prompt asks for',
    value: 'whole number',
    fallback: '3',
  },
  {
    ...conversations,
    flags: '--review-scenarios <policy>',
    description: 'review policy for scenarios, before conversations are held',
    fallback: 'none',
  },
  {
    ...conversations,
    flags: '--turns <n>',
    description: 'messages of the user at most',
    value: 'whole number',
    fallback: '12',
  },
  {
    ...conversations,
    flags: '--calls <n>',
    description: 'calls of a conversation at most',
    value: 'whole number',
    fallback: '20',
  },
  {
    ...conversations,
    flags: '--keep-flagged',
    description: 'keep conversations with findings about which people may differ',
  },
  {
    ...databases,
    flags: '--databases <dir>',
    description: 'folder of database files',
    fallback: 'beside the conversations, else generated',
  },
  {
    ...databases,
    flags: '--people <n>',
    description: 'people of generated databases, 2 to 5000',
    value: 'whole number',
    fallback: '12',
  },
  {
    ...databases,
    flags: '--at <time>',
    description: 'the moment of generated conversations, YYYY-MM-DD HH:MM:SS',
    fallback: '2024-05-06 09:00:00',
  },
  {
    ...databases,
    flags: '--id-seed <n>',
    description: "seed of the tools' generators of ids",
    value: 'whole number',
    fallback: '489, as published',
  },
  {
    ...files,
    flags: '--documents <which>',
    description: 'tool documents: published, or corrected',
    fallback: 'published',
  },
  {
    ...models,
    flags: '--samples <n>',
    description: 'attempts per request before its conversation is quarantined',
    value: 'whole number',
    fallback: '3',
  },
  {
    ...models,
    flags: '--prompts <dir>',
    description: 'folder of your own prompts: DIR/ID.txt replaces the prompt ID',
  },
];
