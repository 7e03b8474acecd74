import * as z from 'zod';
import type { ApiParameter, LibraryTool } from '../../core/tool-library.js';
import { invalid, issuesText, type ToolsRead } from './tools-read.js';
import { jsonSchema } from '../../core/own-record.js';

const text = z.string().default('');

const parameter = z.object({
  name: z.string().min(1),
  type: text,
  description: text,
  enum: z.array(jsonSchema).optional(),
  default: jsonSchema.optional(),
});

// One item of the published file has `descriptions` (formats/t-eval.md §3).
const returned = z
  .object({
    name: z.string().min(1),
    description: z.string().optional(),
    descriptions: z.string().optional(),
    type: z.string().optional(),
  })
  .transform(({ name, description, descriptions, type }) => ({
    name,
    description: description ?? descriptions ?? '',
    ...(type === undefined ? {} : { type }),
  }));

const tool = z.object({
  name: z.string().min(1),
  tool_description: text,
  domains: z.array(z.string()).default([]),
  api_list: z
    .array(
      z.object({
        name: z.string().min(1),
        description: text,
        required_parameters: z.array(parameter).default([]),
        optional_parameters: z.array(parameter).default([]),
        return_data: z.array(returned).default([]),
      }),
    )
    .min(1),
});

/** A list whose first object has `api_list`. */
export const isTEval = (document: unknown): boolean =>
  z.tuple([z.object({ api_list: z.unknown() })], z.unknown()).safeParse(document).success;

/**
 * Reads T-Eval's tool documents (its `docs/api_descrip.json`): a list of tools with `tool_description` and `api_list`.
 * Also reads `domains` of a tool, `enum` and `default` of a parameter and `type` of return data, if present.
 * @throws TOOLS_INVALID
 */
export function readTEvalTools(document: unknown, where: string): ToolsRead {
  const read = z.array(tool).safeParse(document);
  if (!read.success)
    throw invalid(
      'a list of tools with name, tool_description and api_list',
      issuesText(read.error.issues),
      where,
      'Fix these fields.',
    );
  const tools = read.data.map(({ name, tool_description, domains, api_list }): LibraryTool => ({
    name,
    description: tool_description,
    domains,
    apis: api_list.map((api) => ({
      name: api.name,
      description: api.description,
      required: api.required_parameters.map(asParameter),
      optional: api.optional_parameters.map(asParameter),
      returns: api.return_data,
      origin: { kind: 'document' },
    })),
  }));
  return { kind: 't-eval', tools, findings: [] };
}

const asParameter = ({ name, type, description, ...rest }: z.infer<typeof parameter>): ApiParameter => ({
  name,
  type,
  description,
  ...(rest.enum === undefined ? {} : { enum: rest.enum }),
  ...(rest.default === undefined ? {} : { default: rest.default }),
});
