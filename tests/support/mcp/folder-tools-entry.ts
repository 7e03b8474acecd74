import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';

/** An MCP server over the folder that its argument names, which says where everything lies, as such servers do. */
const [, , root = ''] = process.argv;
const server = new McpServer({ name: 'files', version: '1' });
const said = (read: () => string) => {
  try {
    return { content: [{ type: 'text' as const, text: read() }] };
  } catch (error) {
    return { content: [{ type: 'text' as const, text: (error as Error).message }], isError: true };
  }
};
const path = z.string().describe('Path of the file');
const readOnly = { annotations: { readOnlyHint: true } };

server.registerTool(
  'list_files',
  { description: `Lists the files in ${root}.`, inputSchema: {}, ...readOnly },
  () =>
    said(() =>
      // Numbers and names that JavaScript would round and move.
      JSON.stringify({ root, files: readdirSync(root).map((name) => join(root, name)) }).replace(
        /\}$/,
        ',"volume":9007199254740993,"sizes":{"10":1.10,"9":12.50}}',
      ),
    ),
);
server.registerTool(
  'read_file',
  { description: 'Reads a file.', inputSchema: { path }, ...readOnly },
  (given) => said(() => JSON.stringify({ path: given.path, text: readFileSync(given.path, 'utf8') })),
);
server.registerTool(
  'count_letters',
  { description: 'Counts the letters of a file.', inputSchema: { path }, ...readOnly },
  (given) => said(() => JSON.stringify({ [given.path]: readFileSync(given.path, 'utf8').length })),
);
await server.connect(new StdioServerTransport());
