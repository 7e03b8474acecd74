import type { Column } from '../columns.js';

/** Answers form a single split. */
export const ANSWER_SPLIT = 'train';

const ROW: readonly Column[] = [
  { name: 'item_id', type: 'string', description: 'Stable across seeds and settings' },
  { name: 'id', type: 'string', description: "The row's own id" },
  { name: 'source', type: 'string', description: 'Name of the source' },
  { name: 'file', type: 'string', description: 'File that the row stands in' },
  { name: 'line', type: 'int', description: 'Its line, from 1' },
  { name: 'text', type: 'string', description: 'What was asked, or what the conversation is about' },
];

const LICENCE: Column = {
  name: 'licence',
  type: 'string',
  description: 'SPDX id of the licence, as far as it is known',
};

/** Rows with a single question and answer. */
export const ANSWER_COLUMNS: readonly Column[] = [
  ...ROW,
  { name: 'answer', type: 'string', description: 'What the model answered' },
  { name: 'model', type: 'string', description: 'The model, as its provider names it' },
  LICENCE,
];

/** Rows with a conversation. */
export const CONVERSATION_COLUMNS: readonly Column[] = [
  ...ROW,
  {
    name: 'messages',
    type: {
      list: [
        { name: 'role', type: 'string', description: 'user or assistant' },
        { name: 'content', type: 'string', description: 'Text' },
      ],
    },
    description: 'What was said, in turn',
  },
  { name: 'models', type: { list: 'string' }, description: 'The models, as their providers name them' },
  LICENCE,
];
