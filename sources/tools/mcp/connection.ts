import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { parseArgsStringToArgv } from 'string-argv';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { allowedUrl, failureOf, limited, megabytes, redirectOf } from '../web.js';

export interface McpLimits {
  /** Milliseconds until the server has answered one request, its start included. */
  readonly timeoutMs: number;
  /** Bytes of one answer at most. */
  readonly bytes: number;
}

/** A server that is started with more than a command line says, or asked with more than an address. */
export type McpTarget =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** A connection on which requests either are answered or fail with what the server did. */
export interface McpConnection {
  readonly client: Client;
  /** Runs a request; a fault of the connection ends it at once. @throws TOOL_SERVER_FAILED */
  ask<T>(this: void, what: string, request: (client: Client) => Promise<T>): Promise<T>;
  close(this: void): Promise<void>;
}

/** What the server printed to stderr at last: an error shows the line that names one, and else the end. */
const STDERR_READ = 10_000;
const STDERR_SHOWN = 300;
const ERROR_LINE = /^(?:\w*(?:Error|Exception)\b|error\b|fatal\b|panic\b)/i;

function saidOf(stderr: string): string {
  const text = stderr.trim();
  if (text === '') return '';
  if (text.length <= STDERR_SHOWN) return `its stderr ends: ${text}`;
  // Of a stack trace the end says the least.
  const named = text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => ERROR_LINE.test(line));
  return named === undefined
    ? `its stderr ends: ${text.slice(-STDERR_SHOWN)}`
    : `its stderr says: ${named.slice(0, STDERR_SHOWN)}`;
}

/**
 * Connects to an MCP server: `https://…` or loopback `http://…` as streamable HTTP, anything else as a command line
 * that is started and spoken to over stdio. The command gets the environment that the SDK deems safe (PATH, HOME and
 * the like) and no key of ours; a target says what it gets besides.
 * @throws TOOL_SERVER_FAILED when it does not start or does not speak MCP; TOOLS_UNREADABLE for an address that may not be asked
 */
export async function connectMcp(target: string | McpTarget, limits: McpLimits): Promise<McpConnection> {
  const { transport, said } = wayTo(target, limits);
  const client = new Client({ name: 'benchwright', version: '1' });
  let fail: (error: Error) => void = () => undefined;
  const faulty = new Promise<never>((_resolve, reject) => (fail = reject));
  faulty.catch(() => undefined); // a fault between two requests is told by the next one
  let noise: string | undefined;
  client.onerror = (error) => {
    // A server that prints to stdout breaks the protocol, but only lines that are no messages are lost.
    if (error instanceof SyntaxError || error.name === 'ZodError') noise = error.message;
    else fail(error);
  };
  const failed = (what: string, error: unknown): BenchwrightError =>
    BenchwrightError.is(error)
      ? error
      : new BenchwrightError('TOOL_SERVER_FAILED', {
          expected: `an answer to ${what} within ${limits.timeoutMs / 1000} s and ${megabytes(limits.bytes)}`,
          found: [
            reasonOf(error, limits),
            said(),
            noise === undefined ? '' : `it wrote what is no message: ${firstLine(noise)}`,
          ]
            .filter((part) => part !== '')
            .join('; '),
          where: shown(target),
          next: 'Start the server by hand and look at what it says; `--timeout` gives it more time.',
        });
  const ask = async <T>(what: string, request: (client: Client) => Promise<T>): Promise<T> => {
    try {
      return await Promise.race([request(client), faulty]);
    } catch (error) {
      throw failed(what, error);
    }
  };
  const close = (): Promise<void> => client.close().catch(() => undefined);
  try {
    await ask('initialize', () => client.connect(transport, { timeout: limits.timeoutMs }));
  } catch (error) {
    await close();
    throw error;
  }
  return { client, ask, close };
}

function wayTo(target: string | McpTarget, limits: McpLimits): Way {
  if (typeof target !== 'string')
    return 'url' in target ? overHttp(target.url, limits, target.headers) : overStdio(target, limits);
  if (/^https?:/i.test(target)) return overHttp(target, limits);
  const [command, ...args] = parseArgsStringToArgv(target);
  if (command === undefined)
    throw new BenchwrightError('USAGE', {
      expected: 'mcp:COMMAND ARGS or mcp:URL',
      found: 'nothing after mcp:',
      next: "Name the server's command, such as 'mcp:node server.js'.",
    });
  return overStdio({ command, args, env: {} }, limits);
}

interface Way {
  readonly transport: Transport;
  /** What the server said beside the protocol. */
  readonly said: () => string;
}

function overStdio(
  { command, args, env }: Extract<McpTarget, { command: string }>,
  { bytes }: McpLimits,
): Way {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env },
    stderr: 'pipe',
    maxBufferSize: bytes,
  });
  let stderr = '';
  transport.stderr?.on(
    'data',
    (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_READ)),
  );
  return { transport, said: () => saidOf(stderr) };
}

function overHttp(
  address: string,
  { bytes, timeoutMs }: McpLimits,
  headers: Readonly<Record<string, string>> = {},
): Way {
  const asked = async (input: string | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input);
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const to = redirectOf(response, url);
    if (to !== undefined) throw new Error(`a redirect to ${to}, which is not followed`);
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(limited(response.body, bytes), { status, statusText, headers });
  };
  const transport = new StreamableHTTPClientTransport(allowedUrl(address), {
    fetch: asked,
    requestInit: { headers: { ...headers } },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: timeoutMs,
      maxReconnectionDelay: timeoutMs,
      reconnectionDelayGrowFactor: 1,
    },
  });
  // Its optional properties are not written for exactOptionalPropertyTypes.
  return { transport: transport, said: () => '' };
}

const REQUEST_TIMEOUT = -32001;

function reasonOf(error: unknown, { timeoutMs, bytes }: McpLimits): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === REQUEST_TIMEOUT) return `no answer within ${timeoutMs / 1000} s`;
  if (typeof message === 'string' && /exceeded maximum size|more than \d+ MB/.test(message))
    return `an answer of more than ${megabytes(bytes)}`;
  if (code === 'ENOENT') return 'no such command';
  if (typeof message === 'string' && message.includes('Connection closed')) return 'the server ended';
  return firstLine(failureOf(error, timeoutMs));
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 200);

/** A command line may hold what nobody else should read: its first word is enough to know it by. */
function shown(target: string | McpTarget): string {
  if (typeof target !== 'string') return `mcp:${'url' in target ? target.url : target.command}`;
  return `mcp:${/^https?:/i.test(target) ? target : (parseArgsStringToArgv(target)[0] ?? '')}`;
}
