import type { OptionSpec } from '../../core/family.js';

const conversation = { group: 'Conversation', regenerate: true } as const;
const rows = { group: 'Rows', regenerate: true } as const;
const models = { group: 'Models', regenerate: true } as const;

export const options: readonly OptionSpec[] = [
  {
    flags: '--source <name=path>',
    description: 'file of rows, such as q=queries.csv; may be repeated',
    ...rows,
    value: 'list',
  },
  {
    ...conversation,
    flags: '--role <role>',
    description: 'role that is asked each row',
    fallback: 'generator',
  },
  {
    ...conversation,
    flags: '--user <role>',
    description: 'role that plays the user; each row then becomes a conversation',
  },
  {
    ...conversation,
    flags: '--turns <n>',
    description: 'turns of a conversation at most',
    value: 'whole number',
    fallback: '6',
  },
  {
    ...rows,
    flags: '--column <name>',
    description: 'column that holds the text',
    fallback: 'text, query, question, …',
  },
  {
    ...rows,
    flags: '--encoding <name>',
    description: 'encoding of files that are not UTF-8, such as windows-1252; UTF-16 is found by its mark',
  },
  {
    ...models,
    flags: '--samples <n>',
    description: 'attempts per request before its row is quarantined',
    value: 'whole number',
    fallback: '3',
  },
  {
    ...models,
    flags: '--prompts <dir>',
    description: 'folder of your own prompts: DIR/ID.txt replaces the prompt ID',
  },
];
