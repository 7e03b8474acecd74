import type { LibraryTool } from '../../../core/tool-library.js';
import { fullApiName } from '../../../core/tool-library.js';
import { observedByOf } from '../../../core/t-eval/observed.js';
import { openAiLine } from '../chat/openai.js';
import type { TableRow } from '../columns.js';
import type { PathLine } from '../../t-eval/read-paths.js';
import type { PathRecord } from './path-record.js';
import { pathConversation } from './conversation.js';
import { writeJson } from '../../../core/json.js';

const json = (value: unknown): string => writeJson(value);

/** A row of PATH_COLUMNS. @param licence SPDX id @param source name of the tool library */
export function pathRow(item: PathLine, licence: string, source: string): TableRow {
  const { annotated } = item;
  const { messages, tools } = openAiLine(pathConversation(item, false));
  return {
    id: annotated.id,
    item_id: item.itemId,
    item_version: item.itemVersion,
    language: annotated.language,
    query: annotated.query,
    role: item.role,
    tools: item.tools,
    functions: json(tools ?? []),
    messages: messages.map((message) => ({
      role: message.role,
      content: message.content,
      tool_calls: 'tool_calls' in message ? json(message.tool_calls) : null,
      tool_call_id: 'tool_call_id' in message ? message.tool_call_id : null,
    })),
    plan: annotated.steps.map((step) => ({
      id: step.id,
      dependencies: json(step.dependencies),
      thought: step.thought,
      goal: step.goal,
      name: step.name,
      args: json(step.args),
      response: json(step.response),
      answered_by: observedByOf(item, step),
      label: step.review?.label ?? null,
      retries: json(step.retries),
    })),
    finish_thought: annotated.finish.thought,
    answer: annotated.finish.answer,
    flags: item.flags,
    source,
    record_id: item.recordId,
    licence,
  };
}

/** A row of PATH_RECORD_COLUMNS. */
export const pathRecordRow = ({ id, query, subset, record }: PathRecord): TableRow => ({
  id,
  query,
  subset,
  origin_prompt: record.origin_prompt,
  ground_truth: json(record.ground_truth),
  template: record.template === undefined ? null : json(record.template),
  meta: record.meta === undefined ? null : json(record.meta),
  meta_data: record.meta_data === undefined ? null : json(record.meta_data),
});

/** A tool's rows of API_COLUMNS. @param called full names of the APIs called */
export const apiRows = (tool: LibraryTool, called: ReadonlySet<string>): TableRow[] =>
  tool.apis.map((api) => ({
    name: fullApiName(tool, api),
    tool: tool.name,
    tool_description: tool.description,
    description: api.description,
    domains: tool.domains,
    required: json(api.required),
    optional: json(api.optional),
    returns: json(api.returns),
    really_called: called.has(fullApiName(tool, api)),
  }));
