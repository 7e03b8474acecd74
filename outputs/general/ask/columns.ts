import { column, ITEM_ID, LICENCE_ID, SOURCE, type Column } from '../columns.js';

/** Answers form a single split. */
export const ANSWER_SPLIT = 'train';

const ROW: readonly Column[] = [
  ITEM_ID,
  column.text('id', "The row's own id"),
  SOURCE,
  column.text('file', 'File that the row stands in'),
  column.int('line', 'Its line, from 1'),
  column.text('text', 'What was asked, or what the conversation is about'),
];

/** Rows with a single question and answer. */
export const ANSWER_COLUMNS: readonly Column[] = [
  ...ROW,
  column.text('answer', 'What the model answered'),
  column.text('model', 'The model, as its provider names it'),
  LICENCE_ID,
];

/** Rows with a conversation. */
export const CONVERSATION_COLUMNS: readonly Column[] = [
  ...ROW,
  column.rows('messages', 'What was said, in turn', [
    column.text('role', 'user or assistant'),
    column.text('content', 'Text'),
  ]),
  column.texts('models', 'The models, as their providers name them'),
  LICENCE_ID,
];
