import * as z from 'zod';
import type { JsonValue } from '../../core/canonical.js';
import type { ToolTalkDocuments } from '../../core/tooltalk/files.js';
import { parametersOf, type Suite, type SuiteTool } from './suite.js';

/** The documents of suites in the form of `tools.json` (formats/tooltalk.md 3). */
export const toolDocumentsOf = (suites: readonly Suite[]): ToolTalkDocuments => ({
  suites: suites.map(({ name, description, tools }) => ({
    name,
    description,
    tools: tools.map((tool) => tool.name),
  })),
  tools: suites.flatMap((suite) =>
    suite.tools.map((tool) => ({
      suite: suite.name,
      name: tool.name,
      description: tool.description,
      parameters: documentedParameters(tool),
      output: { ...tool.output },
      is_action: tool.action,
      requires_auth: tool.login,
      database: tool.database,
    })),
  ),
});

/** The documentation of a tool's parameters. */
const documentedParameters = (tool: SuiteTool): ToolTalkDocuments['tools'][number]['parameters'] =>
  Object.fromEntries(
    parametersOf(tool).map(({ name, schema, required }) => {
      const { $schema: _, type, description, ...rest } = z.toJSONSchema(schema, { io: 'input' });
      return [
        name,
        {
          type: typeof type === 'string' ? type : 'object',
          ...(rest as Record<string, JsonValue>),
          description: description ?? '',
          required,
        },
      ];
    }),
  );
