import { column, FLAGS, ITEM_ID, LICENCE_ID, type Column } from '../columns.js';

/** Accepted paths are for evaluation only. */
export const PATH_SPLIT = 'test';

const ORIGIN: readonly Column[] = [
  column.text('source', 'Name of the library of tools'),
  column.text('record_id', 'Set of tools, prompt and number of the query within the run'),
  LICENCE_ID,
];

/** A chat message. */
const MESSAGE_COLUMNS: readonly Column[] = [
  column.text('role', 'user, assistant or tool'),
  column.text('content', 'Text; absent where there are calls alone', 'optional'),
  column.json('tool_calls', 'Calls with id, name and arguments, in the form of OpenAI', 'optional'),
  column.text('tool_call_id', 'Of a result: its call', 'optional'),
];

const STEP_COLUMNS: readonly Column[] = [
  column.int('id', 'Number of the step; ids grow in the order of execution'),
  column.json('dependencies', 'Ids of the steps whose results it needs'),
  column.text('thought', 'Why this step: the gold of REASON'),
  column.text('goal', 'What the call is to achieve'),
  column.text('name', 'API, as Tool.api'),
  column.json('args', 'Arguments of the call'),
  column.json('response', 'What came back'),
  column.text(
    'answered_by',
    'How: openapi and mcp were really called; simulator, stateful simulator; rule: an error',
  ),
  column.text('label', "The reviewer's answer, A to E", 'optional'),
  column.json('retries', 'Calls in vain before it, with responses and reviews'),
];

/** An accepted path: query, conversation and plan. */
export const PATH_COLUMNS: readonly Column[] = [
  column.text('id', "Name of the query; its records' ids begin with it"),
  ITEM_ID,
  column.text('item_version', 'Digest of what a reviewer judges'),
  column.text('language', 'en or zh'),
  column.text('query', 'What the user asks for'),
  column.text('role', 'Who asks'),
  column.texts('tools', 'Names of the tools that are offered'),
  column.json('functions', 'Their APIs as functions with JSON Schema'),
  column.rows(
    'messages',
    'User, calls that were accepted with their results, answer; names as in functions',
    MESSAGE_COLUMNS,
  ),
  column.rows('plan', 'The steps with what each of them needs', STEP_COLUMNS),
  column.text('finish_thought', 'Why it ends'),
  column.text('answer', 'The answer to the user'),
  FLAGS,
  ...ORIGIN,
];

/** A record of one of the eight data files, as T-Eval's evaluator reads it. */
export const PATH_RECORD_COLUMNS: readonly Column[] = [
  column.text('id', 'Id of the record in the data file'),
  column.text('query', 'Name of the query that it is made from'),
  column.flag('subset', 'Whether it is in the fifth of the file'),
  column.rows('origin_prompt', 'What the evaluated model is given', [
    column.text('role', 'system, user, assistant or function'),
    column.text('content', 'Text'),
  ]),
  column.json('ground_truth', 'The gold'),
  column.json('template', 'Of instruct: keys or marks of the answer', 'optional'),
  column.json('meta', 'Of plans: the APIs that are offered', 'optional'),
  column.json('meta_data', 'The form of the answer', 'optional'),
];

/** An API of the tool library. */
export const API_COLUMNS: readonly Column[] = [
  column.text('name', 'Tool.api'),
  column.text('tool', 'The tool that it belongs to'),
  column.text('tool_description', 'What the tool is for'),
  column.text('description', 'What the API does'),
  column.texts('domains', 'Labels of the tool'),
  column.json('required', 'Required parameters'),
  column.json('optional', 'Optional parameters'),
  column.json('returns', 'What comes back'),
  column.flag('really_called', 'Whether calls went to a real service'),
];
