import { confirmWrites } from '../../core/confirm-writes.js';
import type { OptionSpec } from '../../core/family.js';
import { settingOptions } from '../../core/setting-option.js';
import { apiChoice, DOCUMENT_TOKENS } from '../../core/tool-choice.js';
import { config } from './config.js';

const tools = { group: 'Tools', regenerate: true } as const;
const queries = { group: 'Queries', regenerate: true } as const;
const annotation = { group: 'Annotation', regenerate: true } as const;

const setting = settingOptions(config);

export const options: readonly OptionSpec[] = [
  {
    ...tools,
    flags: '--tools <from>',
    description: 'tool documents: a file, a URL, or mcp:COMMAND; may be repeated',
    value: 'list',
  },
  { ...confirmWrites, group: tools.group },
  {
    ...tools,
    flags: '--domains <file>',
    description: 'YAML file with the domains of tools: `Weather: [travel]`',
  },
  {
    ...tools,
    flags: '--deprecated',
    description:
      'also offer operations that an OpenAPI document calls deprecated; they are left out otherwise',
  },
  ...apiChoice(tools),
  {
    ...tools,
    flags: '--document-tokens <n>',
    description:
      'tokens of tool documents in a prompt, for each query that it is about; the APIs that a query needs are always shown',
    value: 'whole number',
    fallback: `tools.documentTokens, or ${DOCUMENT_TOKENS}`,
  },
  { ...tools, flags: '--complete-tools', description: 'a model first completes poor tool documents' },
  {
    ...tools,
    flags: '--review-tools <policy>',
    description: 'review policy for the completed tool documents',
    fallback: 'as --review',
  },
  {
    ...queries,
    flags: '--queries <n>',
    description: 'queries to ask for; the paper has 1500',
    value: 'whole number',
    fallback: '100',
  },
  {
    ...queries,
    flags: '--accepted <n>',
    description: 'paths to end with: queries are made in rounds until so many are accepted, after review',
    value: 'whole number',
  },
  {
    ...queries,
    flags: '--candidates <n>',
    description: 'queries to ask for at most, with --accepted; then the run ends with what was accepted',
    value: 'whole number',
    fallback: '4 for each accepted one',
  },
  {
    ...queries,
    flags: '--language <language>',
    description: 'language of prompts and files: en or zh',
    fallback: 'en',
  },
  {
    ...queries,
    flags: '--prompts-per-set <n>',
    formerly: '--prompts-a-set',
    description: 'prompts per set of tools',
    value: 'whole number',
    fallback: '3',
  },
  {
    ...queries,
    flags: '--queries-per-prompt <n>',
    formerly: '--queries-a-prompt',
    description: 'queries that a prompt asks for',
    value: 'whole number',
    fallback: '3',
  },
  setting('facts', { ...queries, flags: '--facts <file>' }),
  { ...queries, flags: '--refine <which>', description: 'all, or none to keep queries as generated' },
  {
    ...queries,
    flags: '--near-duplicate <s>',
    description: 'similarity from which the later of two queries is dropped, 0 to 1',
    value: 'share',
  },
  setting('reviewQueries', { ...queries, flags: '--review-queries <policy>' }),
  {
    ...annotation,
    flags: '--revisions <n>',
    description: 'revisions of a step at most',
    value: 'whole number',
    fallback: '3',
  },
  {
    ...annotation,
    flags: '--steps <n>',
    description: 'steps of a path at most',
    value: 'whole number',
    fallback: '20',
  },
  {
    ...annotation,
    flags: '--calls-by <role>',
    description: 'who writes a call: planner or executor',
    fallback: 'planner',
  },
  {
    ...annotation,
    flags: '--faults <shares>',
    description:
      'calls that fail at first: one share for each kind, or internal=S,input=S,irrelevant=S,unable=S',
  },
  {
    ...annotation,
    flags: '--answer-share <s>',
    description: 'largest share of one answer in REVIEW; 1 keeps every judged call',
    value: 'share',
    fallback: '0.4',
  },
  {
    ...annotation,
    flags: '--keep-failed-steps',
    description: 'keep paths with a step that never succeeded',
  },
  {
    ...annotation,
    flags: '--unstated <how>',
    description: 'values of calls that come from nowhere: repair (the query then states them), or keep',
    fallback: 'repair',
  },
  {
    ...annotation,
    flags: '--samples <n>',
    description: 'attempts per request before its item is quarantined',
    value: 'whole number',
    fallback: '3',
  },
  {
    ...queries,
    flags: '--embedder <which>',
    description: 'embedder for near-duplicates: lexical, local:FOLDER (ONNX), or openai:MODEL',
  },
  {
    ...{ group: 'Models', regenerate: true },
    flags: '--prompts <dir>',
    description: 'folder of your own prompts: DIR/ID.txt replaces the prompt ID',
  },
];
