import { confirmWrites } from '../../core/confirm-writes.js';
import type { OptionSpec } from '../../core/family.js';
import { apiChoice } from '../../core/tool-choice.js';

const library = { group: 'Tools and scenarios', regenerate: true } as const;
const tools = { group: 'Which tools are used', regenerate: true } as const;
const queries = { group: 'Queries', regenerate: true } as const;
const trajectories = { group: 'Trajectories and judge', regenerate: true } as const;
const models = { group: 'Models', regenerate: true } as const;

export const options: readonly OptionSpec[] = [
  {
    ...library,
    flags: '--library <folder>',
    description: 'tool library: CATEGORY/SUBCATEGORY/config_gpt4.json, as ToolEyes has it',
  },
  {
    ...library,
    flags: '--tools <from>',
    description:
      'tools that become subcategories: a file or URL (OpenAPI, functions, T-Eval’s list), or mcp:COMMAND; may be repeated',
    value: 'list',
  },
  { ...confirmWrites, group: library.group },
  {
    ...library,
    flags: '--domains <file>',
    description:
      'YAML file that gives the tools of --tools their domains, such as `Weather: [travel]`; the first is the category',
  },
  ...apiChoice(library),
  {
    ...library,
    flags: '--deprecated',
    description:
      'also offer operations that an OpenAPI document marks as deprecated; without it they are left out',
  },
  {
    ...library,
    flags: '--scenario <category=key>',
    description:
      'scenario for a category; KEY alone: for all categories that no scenario names; may be repeated',
    value: 'list',
  },
  {
    ...library,
    flags: '--health',
    description: 'first call the tools that may be called and only read data, and record the results',
  },
  {
    ...library,
    flags: '--health-calls <n>',
    description: 'calls of each tool with --health',
    value: 'whole number',
    fallback: '2',
  },
  {
    ...library,
    flags: '--scenarios <file>',
    description: 'scenarios as JSON: key, title, categories, target; without it, ToolEyes’ seven',
  },
  {
    ...tools,
    flags: '--screen',
    description: 'drop tools by the thresholds below, as far as facts about them are known',
  },
  {
    ...tools,
    flags: '--tool-facts <file>',
    description:
      'what is known of tools: CSV, JSONL or JSON with path, tool, price, calls, failures, latency_ms, answer_tokens, returns, status, sample; implies --screen',
  },
  {
    ...tools,
    flags: '--max-price <usd>',
    description:
      'highest price of a call in USD; a tool above this threshold, or one of the next two, is dropped',
    value: 'share',
    fallback: '0.5',
  },
  {
    ...tools,
    flags: '--max-failures <s>',
    description: 'highest share of failed calls, 0 to 1',
    value: 'share',
    fallback: '0.2',
  },
  {
    ...tools,
    flags: '--max-answer-tokens <n>',
    description: 'most tokens of the longest answer',
    value: 'whole number',
    fallback: '4096',
  },
  {
    ...tools,
    flags: '--review-tools <policy>',
    description: 'review policy for tools, before queries are made',
    fallback: 'none',
  },
  {
    ...tools,
    flags: '--alike <s>',
    description: 'similarity, 0 to 1, from which two tools are marked as alike in the queue of tools',
    value: 'share',
    fallback: '0.9',
  },
  {
    ...tools,
    flags: '--write-documents [which]',
    description: 'have the role generator write poor tool documents; all: every tool document',
    fallback: 'none',
  },
  {
    ...library,
    flags: '--templates <path>',
    description:
      'system prompts to use instead of ours: ToolEyes’ Resources folder, or a file of processed test records; may be repeated',
    value: 'list',
  },
  {
    ...queries,
    flags: '--queries <file>',
    description:
      'queries: JSON as scenario_data_raw.json, or CSV or JSONL with path, query, scenario, author',
  },
  {
    ...queries,
    flags: '--draft <n>',
    description:
      'number of queries that a model drafts, divided among scenarios by their targets and among subcategories by their tools',
    value: 'whole number',
  },
  {
    ...{ group: queries.group, flags: '--write <n>' },
    description:
      'number of queries that people write on the page, divided as for --draft; targets: as many as the scenarios’ targets',
  },
  {
    ...{ group: queries.group, flags: '--review-writing <policy>' },
    description: 'review policy of written queries, whose first round has the action write',
    fallback: 'tooleyes',
  },
  {
    ...queries,
    flags: '--near-duplicate <s>',
    description:
      'similarity, 0 to 1, from which the later of two drafts is dropped; queries of people are only marked',
    value: 'share',
  },
  {
    ...queries,
    flags: '--review-queries <policy>',
    description: 'review policy for queries, before trajectories are made',
    fallback: 'none',
  },
  {
    ...trajectories,
    flags: '--trajectories <kind>',
    description: 'reference trajectories: zero or five (examples in the prompt), or none',
    fallback: 'zero',
  },
  {
    ...trajectories,
    flags: '--turns <n>',
    description: 'most messages of the model in a trajectory',
    value: 'whole number',
    fallback: '9',
  },
  {
    ...trajectories,
    flags: '--judge',
    description: 'have the role judge score the trajectories in five dimensions',
  },
  {
    ...trajectories,
    flags: '--judge-sample <n>',
    description: 'number of trajectories, drawn by seed, that people score too',
    value: 'whole number',
    fallback: '20',
  },
  {
    ...trajectories,
    flags: '--review-judgements <policy>',
    description: 'review policy by which people score the sample; its first round must have the action write',
    fallback: 'none',
  },
  {
    ...queries,
    flags: '--embedder <embedder>',
    description: 'embedder for near-duplicates: lexical, local:FOLDER (ONNX), or openai:MODEL',
    fallback: 'lexical',
  },
  {
    ...models,
    flags: '--attempts <n>',
    description: 'attempts per request before its query is quarantined',
    value: 'whole number',
    fallback: '3',
  },
  {
    ...models,
    flags: '--prompts <dir>',
    description: 'folder of your own prompts: DIR/ID.txt replaces the prompt ID',
  },
];
