import * as z from 'zod';
import { recordOf } from './own-record.js';

const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable, not what it holds');

/** `api.example.org` or `127.0.0.1:4170`, in small letters; IPv6 in brackets. */
const host = z
  .string()
  .regex(
    /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/,
    'a host in small letters, with a port or without',
  );

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
    /** Names of environment variables that it gets besides PATH, HOME and the like. */
    env: z.array(variable).default([]),
  }),
  z.strictObject({ url: z.url({ protocol: /^https?$/ }) }),
]);

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
    /** For one call, a server's start included. */
    timeoutSeconds: z.number().positive().max(3_600).default(30),
    /** Of an answer: an observation goes into prompts. */
    maxBytes: z.int().min(1_000).max(20_000_000).default(100_000),
    /** Calls in flight to one server, in each worker. */
    inFlight: z.int().positive().max(1_000).default(8),
  })
  .prefault({});
export type ToolsConfig = z.infer<typeof toolsConfigSchema>;
