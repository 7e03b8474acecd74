import * as z from 'zod';
import { jsonSchema, recordOf } from './own-record.js';

const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable, not what it holds');

/** `api.example.org` or `127.0.0.1:4170`, in small letters; IPv6 in brackets. */
const host = z.string().regex(/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/, {
  error: ({ input }) => {
    const [, rest = ''] = /^[a-z+]+:\/\/([^/]*)/i.exec(String(input)) ?? [];
    return rest === ''
      ? 'a host in small letters, with a port or without'
      : `a host without http:// and path: '${rest.toLowerCase()}'`;
  },
});

/** Characters of a header's name (RFC 9110, "token"). */
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'the name of a header');

/** Characters of a query parameter's name: none that would end it. */
const queryName = z.string().regex(/^[^\s&=#?]+$/, 'the name of a query parameter');
/** Characters of a cookie's name (RFC 6265, "token"). */
const cookieName = headerName;

/** A value that requests carry. */
const carried = <T extends z.ZodType>(name: T) => z.strictObject({ name, from: variable });

/** How an MCP server is reached: started as a process of ours and spoken to over stdio, or at an address. */
export const mcpReachSchema = z.union([
  z.strictObject({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    /** Names of environment variables that it gets besides PATH and HOME. */
    env: z.array(variable).default([]),
    /** A folder whose content is copied into the working folder of each dialogue. */
    folder: z.string().min(1).exactOptional(),
    /** Where it works instead of a fresh folder for each dialogue. */
    cwd: z.string().min(1).exactOptional(),
  }),
  z.strictObject({ url: z.url({ protocol: /^https?$/ }) }),
]);
export type McpReach = z.infer<typeof mcpReachSchema>;

/** What puts the world behind the tools back to its beginning: a request, or a command that ends with 0. */
export const resetSchema = z.union([
  z.strictObject({
    url: z.url({ protocol: /^https?$/ }),
    method: z.enum(['POST', 'PUT', 'DELETE', 'GET']).default('POST'),
    /** Sent as JSON. */
    json: jsonSchema.exactOptional(),
  }),
  z.strictObject({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    /** Names of environment variables that it gets besides PATH and HOME. */
    env: z.array(variable).default([]),
  }),
]);
export type Reset = z.infer<typeof resetSchema>;

/** How tools are really called: `tools` of `temporal.config.ts`. Holds no secret; those come from the environment. */
export const toolsConfigSchema = z
  .strictObject({
    /** By the name that an MCP server gives itself. */
    servers: recordOf(mcpReachSchema, z.string().min(1)).default({}),
    /** Hosts whose OpenAPI operations are called; without a port: that of the scheme. None by default. */
    allowHosts: z.array(host).default([]),
    allowMethods: z
      .array(z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']))
      .default(['GET', 'HEAD']),
    /** Full names of APIs that may be called although they may change something; `*` is any text: `Loans.*`. */
    allowCalls: z.array(z.string().min(1)).default([]),
    /**
     * By host, as in `allowHosts`: what its requests carry, such as a key. With `as`, the variable holds what stands after
     * `Bearer `, or `user:password`.
     */
    headers: recordOf(
      z.array(carried(headerName).extend({ as: z.enum(['bearer', 'basic']).exactOptional() })),
      host,
    ).default({}),
    /** The same in the query of the address. */
    query: recordOf(z.array(carried(queryName)), host).default({}),
    /** The same as cookies. */
    cookies: recordOf(z.array(carried(cookieName)), host).default({}),
    /** Before each dialogue in which something may be changed. `{session}` in it is the id of the dialogue's session. */
    reset: resetSchema.exactOptional(),
    /** For one call, a server's start included. */
    timeoutSeconds: z.number().positive().max(3_600).default(30),
    /** Of an answer as it is kept; what is longer is cut off. */
    maxBytes: z.int().min(1_000).max(20_000_000).default(1_000_000),
    /** Of an answer as dialogues show it: longer arrays and texts in it are shortened. */
    maxAnswerTokens: z.int().min(100).max(100_000).default(2_000),
    /** Calls of different dialogues that fail in a row, without an answer in between, before the run pauses. */
    outageCalls: z.int().positive().max(1_000).default(5),
    /** Calls in flight to one server, in each worker. */
    inFlight: z.int().positive().max(1_000).default(8),
    /** Which APIs of the documents runs use, unless options say otherwise: patterns of names, and tags. All by default. */
    apis: z.array(z.string().min(1)).exactOptional(),
    tags: z.array(z.string().min(1)).exactOptional(),
    /** Tools with more APIs are divided. */
    maxApisPerTool: z.int().min(2).max(1_000).exactOptional(),
    /** Tokens of the tool documents in a prompt, for each query that it is about. */
    documentTokens: z.int().nonnegative().max(10_000_000).exactOptional(),
  })
  .prefault({});
export type ToolsConfig = z.infer<typeof toolsConfigSchema>;
