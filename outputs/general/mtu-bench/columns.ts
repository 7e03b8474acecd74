import type { Column } from '../columns.js';

/** Origin and licence, in every table of items. */
const ORIGIN: readonly Column[] = [
  { name: 'source', type: 'string', description: 'Name of the source' },
  { name: 'record_id', type: 'string', description: "The source's own id of the record, with its split" },
  { name: 'licence', type: 'string', description: 'SPDX id of the licence of the source' },
];

/** Prompt and gold of a record in MTU-Bench's files. */
export const PROMPT_COLUMNS: readonly Column[] = [
  { name: 'question', type: 'string', description: 'The whole prompt: instructions, tools, history, user' },
  { name: 'answer', type: 'json', description: 'Gold calls: tool name to arguments, in order of the calls' },
  {
    name: 'response',
    type: 'string',
    description: 'What a model is to learn to reply; in training records only',
    optional: true,
  },
];

/** A record as MTU-Bench's evaluator reads it. */
export const RECORD_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'string', description: 'Name of the record in the evaluation or training file' },
  {
    name: 'item_id',
    type: 'string',
    description: 'The item it belongs to, stable across seeds and settings',
  },
  { name: 'turn', type: 'int', description: 'User turn of the item, from 0' },
  { name: 'setting', type: 'string', description: 'Style: single/multiple turns - single/multiple tools' },
  ...PROMPT_COLUMNS,
  ...ORIGIN,
];

const TURN_COLUMNS: readonly Column[] = [
  { name: 'user', type: 'string', description: 'What the user says' },
  { name: 'thought', type: 'string', description: 'Why a tool is called or not, written by rule' },
  { name: 'calls', type: 'json', description: 'Gold calls: tool, arguments, origin of each argument' },
  { name: 'observation', type: 'json', description: 'Result of the call, or results in order; null without' },
  { name: 'response', type: 'string', description: 'What the assistant says' },
];

/** An item in full structure. */
export const ITEM_COLUMNS: readonly Column[] = [
  { name: 'item_id', type: 'string', description: 'Stable across seeds and settings' },
  { name: 'item_version', type: 'string', description: 'Digest of turns, gold and documents of the tools' },
  { name: 'setting', type: 'string', description: 'Style: single/multiple turns - single/multiple tools' },
  {
    name: 'evaluation',
    type: 'string',
    description: 'Its name in the evaluation or training file',
    optional: true,
  },
  {
    name: 'not_evaluated',
    type: 'string',
    description: 'Why it is in no evaluation or training file',
    optional: true,
  },
  { name: 'reference_day', type: 'string', description: 'The day that relative dates count from' },
  { name: 'tools', type: { list: 'string' }, description: 'Ids of the tools called' },
  {
    name: 'offered',
    type: {
      list: [
        { name: 'name', type: 'string', description: 'Name that calls use' },
        { name: 'tool', type: 'string', description: 'Id of the tool' },
      ],
    },
    description: 'Tools that it is offered with, in order',
  },
  { name: 'turns', type: { list: TURN_COLUMNS }, description: 'User turns with the gold that answers them' },
  { name: 'origins', type: 'json', description: 'Who made each kind of part: the corpus, a rule or a model' },
  { name: 'findings', type: 'json', description: 'What checks found and a person may want to look at' },
  ...ORIGIN,
  { name: 'source_split', type: 'string', description: 'Split of the source that it comes from' },
  {
    name: 'joined',
    type: { list: 'string' },
    description: 'Records whose requests were joined, in order; empty where nothing was',
  },
];

/** A tool document. */
export const TOOL_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'string', description: 'Id of the tool since clustering' },
  {
    name: 'member',
    type: 'string',
    description: "Set where this is one service's view of a clustered tool: its id before clustering",
    optional: true,
  },
  { name: 'service', type: 'string', description: 'Service that it belongs to' },
  { name: 'name', type: 'string', description: 'What a call names' },
  { name: 'description', type: 'string', description: 'What it does' },
  { name: 'transactional', type: 'boolean', description: 'Whether it changes something' },
  { name: 'required', type: { list: 'string' }, description: 'Required parameters' },
  { name: 'optional', type: 'json', description: 'Optional parameters with their defaults' },
  { name: 'results', type: { list: 'string' }, description: 'Slots of a result' },
  { name: 'parameters', type: 'json', description: 'Description, values and form of each slot' },
];
