import * as z from 'zod';
import { isWordName, toolName, UniqueNames, wordName } from '../../core/tool-names.js';
import type { LibraryApi, LibraryTool, ToolFinding } from '../../core/tool-library.js';
import { asObject, resolverOf } from './json-schema.js';
import { returnsOf, schemaParameters } from './parameters.js';
import { invalid, issuesText, warning, type ToolsRead } from './tools-read.js';
import { recordOf } from '../../core/own-record.js';

const described = z.object({ name: z.string().min(1), description: z.string().default('') });
const given = recordOf(z.unknown());
const schema = given.default({});

/** A function in any format that model APIs accept. */
const oneFunction = z.union([
  // OpenAI's chat completions: {type: 'function', function: {name, description, parameters}}
  z
    .object({ type: z.literal('function'), function: described.extend({ parameters: schema }) })
    .transform((entry) => entry.function),
  // Anthropic: {name, description, input_schema}
  described.extend({ input_schema: given }).transform(({ input_schema, ...rest }) => ({
    ...rest,
    parameters: input_schema,
  })),
  // An MCP server's answer to tools/list: {name, description, inputSchema, outputSchema}
  described
    .extend({ inputSchema: given, outputSchema: given.optional() })
    .transform(({ inputSchema, ...rest }) => ({ ...rest, parameters: inputSchema })),
  // OpenAI's responses ({type: 'function', name, …}) and the older `functions` ({name, …})
  described.extend({ type: z.literal('function').optional(), parameters: schema }),
]);

const list = z.array(oneFunction).min(1);
const named = z.object({
  name: z.string().optional(),
  description: z.string().default(''),
  domains: z.array(z.string()).default([]),
});

/** The functions in a list, or under `tools` or `functions`, also in an MCP server's whole answer. */
function entriesOf(document: unknown): readonly unknown[] | undefined {
  const { tools, functions, result } = asObject(document);
  return [document, tools, functions, asObject(result)['tools']].find((value) => Array.isArray(value)) as
    | readonly unknown[]
    | undefined;
}

const looksLikeFunction = z.union([
  z.object({ type: z.literal('function') }),
  z.object({ input_schema: z.unknown() }),
  z.object({ inputSchema: z.unknown() }),
  z.object({ name: z.string(), parameters: z.unknown() }),
]);

/** Whether the first list entry looks like a function description. */
export const isFunctionList = (document: unknown): boolean =>
  looksLikeFunction.safeParse(entriesOf(document)?.[0]).success;

/**
 * Reads a function list in the form of OpenAI's (`tools`, `functions`) or Anthropic's API. The format has no tool
 * groups: `Tool__api` and `Tool.api` are split, all others form one tool, named by `name` beside the list or by the
 * file. Only the list of an MCP server has return data.
 * @param fallback tool name if the document has none
 * @throws TOOLS_INVALID
 */
export function readFunctionList(document: unknown, where: string, fallback: string): ToolsRead {
  const read = list.safeParse(entriesOf(document));
  if (!read.success)
    throw invalid(
      'a list of functions with name, description and parameters (or input_schema)',
      issuesText(read.error.issues),
      where,
      'Fix these entries.',
    );
  const beside = named.safeParse(document);
  const { name, description, domains } = beside.success
    ? beside.data
    : { name: undefined, description: '', domains: [] };
  const group = toolName(name ?? fallback);
  const findings: ToolFinding[] = [];
  const tools = new Map<string, { apis: LibraryApi[]; names: UniqueNames }>();
  for (const { name: own, description: words, parameters, ...more } of read.data) {
    const output = 'outputSchema' in more ? more.outputSchema : undefined;
    const [, prefix, rest] = /^(\w+?)(?:__|\.)(.+)$/.exec(own) ?? [undefined, group, own];
    const owner = prefix ?? group;
    const tool = tools.get(owner) ?? { apis: [], names: new UniqueNames() };
    tools.set(owner, tool);
    const word = wordName(rest ?? own);
    const taken = tool.names.take(word, own);
    if (taken !== word || !isWordName(rest ?? own))
      findings.push(warning('renamed', `${owner}.${taken}`, `the list calls it ${JSON.stringify(own)}`));
    tool.apis.push({
      name: taken,
      description: words.trim(),
      ...schemaParameters(parameters, resolverOf(parameters)),
      returns: output === undefined ? [] : returnsOf(output, resolverOf(output)),
      origin: { kind: 'document' },
    });
  }
  return {
    kind: 'functions',
    tools: [...tools].map(([tool, { apis }]): LibraryTool => ({
      name: tool,
      description: tool === group ? description : '',
      domains,
      apis,
    })),
    findings,
  };
}
