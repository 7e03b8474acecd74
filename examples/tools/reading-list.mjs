#!/usr/bin/env node
// A small MCP server over stdio with three tools: a reading list that lives as long as the process.
// Try it: benchwright tools check 'mcp:node examples/tools/reading-list.mjs'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as z from 'zod';

/** @type {Map<string, { title: string, priority: string, done: boolean }>} */
const list = new Map();

const server = new McpServer(
  { name: 'reading-list', version: '1.0.0' },
  { instructions: 'Keeps the list of what somebody wants to read.' },
);
const answer = (value) => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
});
const refusal = (text) => ({ isError: true, content: [{ type: 'text', text }] });
const entry = {
  id: z.string().describe('Id of the entry, such as r1'),
  title: z.string().describe('Title of what is to be read'),
  priority: z.string().describe('low, normal or high'),
  done: z.boolean().describe('Whether it has been read'),
};

server.registerTool(
  'add_entry',
  {
    description: 'Puts a title on the reading list.',
    inputSchema: {
      title: z.string().min(1).describe('Title of what is to be read'),
      priority: z.enum(['low', 'normal', 'high']).default('normal').describe('How much it matters'),
    },
    outputSchema: entry,
  },
  ({ title, priority }) => {
    const id = `r${list.size + 1}`;
    list.set(id, { title, priority, done: false });
    return answer({ id, ...list.get(id) });
  },
);

server.registerTool(
  'list_entries',
  {
    description: 'Lists the entries of the reading list in the order in which they were added.',
    inputSchema: { open_only: z.boolean().default(false).describe('Only what has not been read yet') },
    outputSchema: { entries: z.array(z.object(entry)).describe('The entries') },
    annotations: { readOnlyHint: true },
  },
  ({ open_only }) =>
    answer({
      entries: [...list].map(([id, one]) => ({ id, ...one })).filter(({ done }) => !open_only || !done),
    }),
);

server.registerTool(
  'finish_entry',
  {
    description: 'Marks an entry of the reading list as read.',
    inputSchema: { id: z.string().describe('Id of the entry, such as r1') },
    outputSchema: entry,
    annotations: { idempotentHint: true },
  },
  ({ id }) => {
    const one = list.get(id);
    if (one === undefined) return refusal(`There is no entry ${id}.`);
    one.done = true;
    return answer({ id, ...one });
  },
);

await server.connect(new StdioServerTransport());
