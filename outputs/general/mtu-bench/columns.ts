import { column, ITEM_ID, SOURCE, type Column } from '../columns.js';

/** Origin and licence, in every table of items. */
const ORIGIN: readonly Column[] = [
  SOURCE,
  column.text('record_id', "The source's own id of the record, with its split"),
  column.text('licence', 'SPDX id of the licence of the source'),
];

const SETTING = column.text('setting', 'Style: single/multiple turns - single/multiple tools');

/** Prompt and gold of a record in MTU-Bench's files. */
export const PROMPT_COLUMNS: readonly Column[] = [
  column.text('question', 'The whole prompt: instructions, tools, history, user'),
  column.json('answer', 'Gold calls: tool name to arguments, in order of the calls'),
  column.text('response', 'What a model is to learn to reply; in training records only', 'optional'),
];

/** A record as MTU-Bench's evaluator reads it. */
export const RECORD_COLUMNS: readonly Column[] = [
  column.text('id', 'Name of the record in the evaluation or training file'),
  column.text('item_id', 'The item it belongs to, stable across seeds and settings'),
  column.int('turn', 'User turn of the item, from 0'),
  SETTING,
  ...PROMPT_COLUMNS,
  ...ORIGIN,
];

const TURN_COLUMNS: readonly Column[] = [
  column.text('user', 'What the user says'),
  column.text('thought', 'Why a tool is called or not, written by rule'),
  column.json('calls', 'Gold calls: tool, arguments, origin of each argument'),
  column.json('observation', 'Result of the call, or results in order; null without'),
  column.text('response', 'What the assistant says'),
];

/** An item in full structure. */
export const ITEM_COLUMNS: readonly Column[] = [
  ITEM_ID,
  column.text('item_version', 'Digest of turns, gold and documents of the tools'),
  SETTING,
  column.text('evaluation', 'Its name in the evaluation or training file', 'optional'),
  column.text('not_evaluated', 'Why it is in no evaluation or training file', 'optional'),
  column.text('reference_day', 'The day that relative dates count from'),
  column.texts('tools', 'Ids of the tools called'),
  column.rows('offered', 'Tools that it is offered with, in order', [
    column.text('name', 'Name that calls use'),
    column.text('tool', 'Id of the tool'),
  ]),
  column.rows('turns', 'User turns with the gold that answers them', TURN_COLUMNS),
  column.json('origins', 'Who made each kind of part: the corpus, a rule or a model'),
  column.json('findings', 'What checks found and a person may want to look at'),
  ...ORIGIN,
  column.text('source_split', 'Split of the source that it comes from'),
  column.texts('joined', 'Records whose requests were joined, in order; empty where nothing was'),
];

/** A tool document. */
export const TOOL_COLUMNS: readonly Column[] = [
  column.text('id', 'Id of the tool since clustering'),
  column.text(
    'member',
    "Set where this is one service's view of a clustered tool: its id before clustering",
    'optional',
  ),
  column.text('service', 'Service that it belongs to'),
  column.text('name', 'What a call names'),
  column.text('description', 'What it does'),
  column.flag('transactional', 'Whether it changes something'),
  column.texts('required', 'Required parameters'),
  column.json('optional', 'Optional parameters with their defaults'),
  column.texts('results', 'Slots of a result'),
  column.json('parameters', 'Description, values and form of each slot'),
];
