import type { Column } from '../columns.js';

/** Accepted paths are for evaluation only. */
export const PATH_SPLIT = 'test';

const ORIGIN: readonly Column[] = [
  { name: 'source', type: 'string', description: 'Name of the library of tools' },
  {
    name: 'record_id',
    type: 'string',
    description: 'Set of tools, prompt and number of the query within the run',
  },
  { name: 'licence', type: 'string', description: 'SPDX id of the licence, as far as it is known' },
];

/** A chat message. */
const MESSAGE_COLUMNS: readonly Column[] = [
  { name: 'role', type: 'string', description: 'user, assistant or tool' },
  {
    name: 'content',
    type: 'string',
    description: 'Text; absent where there are calls alone',
    optional: true,
  },
  {
    name: 'tool_calls',
    type: 'json',
    description: 'Calls with id, name and arguments, in the form of OpenAI',
    optional: true,
  },
  { name: 'tool_call_id', type: 'string', description: 'Of a result: its call', optional: true },
];

const STEP_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'int', description: 'Number of the step; ids grow in the order of execution' },
  { name: 'dependencies', type: 'json', description: 'Ids of the steps whose results it needs' },
  { name: 'thought', type: 'string', description: 'Why this step: the gold of REASON' },
  { name: 'goal', type: 'string', description: 'What the call is to achieve' },
  { name: 'name', type: 'string', description: 'API, as Tool.api' },
  { name: 'args', type: 'json', description: 'Arguments of the call' },
  { name: 'response', type: 'json', description: 'What came back' },
  {
    name: 'answered_by',
    type: 'string',
    description: 'How: openapi and mcp were really called; simulator, stateful simulator; rule: an error',
  },
  { name: 'label', type: 'string', description: "The reviewer's answer, A to E", optional: true },
  { name: 'retries', type: 'json', description: 'Calls in vain before it, with responses and reviews' },
];

/** An accepted path: query, conversation and plan. */
export const PATH_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'string', description: "Name of the query; its records' ids begin with it" },
  { name: 'item_id', type: 'string', description: 'Stable across seeds and settings' },
  { name: 'item_version', type: 'string', description: 'Digest of what a reviewer judges' },
  { name: 'language', type: 'string', description: 'en or zh' },
  { name: 'query', type: 'string', description: 'What the user asks for' },
  { name: 'role', type: 'string', description: 'Who asks' },
  { name: 'tools', type: { list: 'string' }, description: 'Names of the tools that are offered' },
  { name: 'functions', type: 'json', description: 'Their APIs as functions with JSON Schema' },
  {
    name: 'messages',
    type: { list: MESSAGE_COLUMNS },
    description: 'User, calls that were accepted with their results, answer; names as in functions',
  },
  { name: 'plan', type: { list: STEP_COLUMNS }, description: 'The steps with what each of them needs' },
  { name: 'finish_thought', type: 'string', description: 'Why it ends' },
  { name: 'answer', type: 'string', description: 'The answer to the user' },
  { name: 'flags', type: { list: 'string' }, description: 'What a person may want to look at' },
  ...ORIGIN,
];

/** A record of one of the eight data files, as T-Eval's evaluator reads it. */
export const PATH_RECORD_COLUMNS: readonly Column[] = [
  { name: 'id', type: 'string', description: 'Id of the record in the data file' },
  { name: 'query', type: 'string', description: 'Name of the query that it is made from' },
  { name: 'subset', type: 'boolean', description: 'Whether it is in the fifth of the file' },
  {
    name: 'origin_prompt',
    type: {
      list: [
        { name: 'role', type: 'string', description: 'system, user, assistant or function' },
        { name: 'content', type: 'string', description: 'Text' },
      ],
    },
    description: 'What the evaluated model is given',
  },
  { name: 'ground_truth', type: 'json', description: 'The gold' },
  { name: 'template', type: 'json', description: 'Of instruct: keys or marks of the answer', optional: true },
  { name: 'meta', type: 'json', description: 'Of plans: the APIs that are offered', optional: true },
  { name: 'meta_data', type: 'json', description: 'The form of the answer', optional: true },
];

/** An API of the tool library. */
export const API_COLUMNS: readonly Column[] = [
  { name: 'name', type: 'string', description: 'Tool.api' },
  { name: 'tool', type: 'string', description: 'The tool that it belongs to' },
  { name: 'tool_description', type: 'string', description: 'What the tool is for' },
  { name: 'description', type: 'string', description: 'What the API does' },
  { name: 'domains', type: { list: 'string' }, description: 'Labels of the tool' },
  { name: 'required', type: 'json', description: 'Required parameters' },
  { name: 'optional', type: 'json', description: 'Optional parameters' },
  { name: 'returns', type: 'json', description: 'What comes back' },
  { name: 'really_called', type: 'boolean', description: 'Whether calls went to a real service' },
];
