import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { parseArgsStringToArgv } from 'string-argv';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { allowedUrl, failureOf, limited, megabytes, redirectOf } from '../web.js';

export interface McpLimits {
  /** Time limit for one answer including the server's start, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum bytes per answer. */
  readonly bytes: number;
}

/** A server that needs more than a command line or a URL. */
export type McpTarget =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      /** Working folder. @default this process's */
      readonly cwd?: string;
    }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** A connection whose requests either succeed or fail with what the server did. */
export interface McpConnection {
  readonly client: Client;
  /** Runs a request; connection faults end it at once. @throws TOOL_SERVER_FAILED */
  ask<T>(this: void, what: string, request: (client: Client) => Promise<T>): Promise<T>;
  close(this: void): Promise<void>;
}

/** Number of kept bytes of stderr: errors show the line that names an error, otherwise the end. */
const STDERR_READ = 10_000;
const STDERR_SHOWN = 300;
const ERROR_LINE = /^(?:\w*(?:Error|Exception)\b|error\b|fatal\b|panic\b)/i;

function saidOf(stderr: string): string {
  const text = stderr.trim();
  if (text === '') return '';
  if (text.length <= STDERR_SHOWN) return `its stderr ends: ${text}`;
  // The end of a stack trace is the least informative part.
  const named = text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => ERROR_LINE.test(line));
  return named === undefined
    ? `its stderr ends: ${text.slice(-STDERR_SHOWN)}`
    : `its stderr says: ${named.slice(0, STDERR_SHOWN)}`;
}

/**
 * Connects to an MCP server: `https://…` or loopback `http://…` over streamable HTTP, anything else as a command over
 * stdio. The command gets only PATH and HOME of this machine's environment; a target may add variables.
 * @throws TOOL_SERVER_FAILED if it does not start or speak MCP; TOOLS_UNREADABLE for a disallowed URL
 */
export async function connectMcp(target: string | McpTarget, limits: McpLimits): Promise<McpConnection> {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { transport, said } = await wayTo(target, limits);
  const client = new Client({ name: 'benchwright', version: '1' });
  let fail: (error: Error) => void = () => undefined;
  const faulty = new Promise<never>((_resolve, reject) => (fail = reject));
  faulty.catch(() => undefined); // the next request reports a fault between two requests
  let noise: string | undefined;
  client.onerror = (error) => {
    // An answer that arrived after its timeout.
    if (error.message.includes('unknown message ID')) return;
    // Printing to stdout violates the protocol, but only lines that are not messages are lost.
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
            noise === undefined ? '' : `it wrote an invalid message: ${firstLine(noise)}`,
          ]
            .filter((part) => part !== '')
            .join('; '),
          where: shown(target),
          details: { end: (error as { code?: unknown }).code === REQUEST_TIMEOUT ? 'time-out' : 'no answer' },
          next: 'Start the server manually and check its output; `--timeout` gives it more time.',
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

function wayTo(target: string | McpTarget, limits: McpLimits): Promise<Way> {
  if (typeof target !== 'string')
    return 'url' in target ? overHttp(target.url, limits, target.headers) : overStdio(target, limits);
  if (/^https?:/i.test(target)) return overHttp(target, limits);
  return overStdio({ ...commandOf(target), env: {} }, limits);
}

/** Splits a command line into words. @throws USAGE if there are none */
export function commandOf(line: string): { readonly command: string; readonly args: string[] } {
  const [command, ...args] = parseArgsStringToArgv(line);
  if (command !== undefined) return { command, args };
  throw new BenchwrightError('USAGE', {
    expected: 'mcp:COMMAND ARGS or mcp:URL',
    found: 'nothing after mcp:',
    next: "Name the server's command, such as 'mcp:node server.js'.",
  });
}

/** Few programs start without these variables; all others must be configured by name. */
const PASSED = ['PATH', 'HOME'];

interface Way {
  readonly transport: Transport;
  /** The server's output outside the protocol. */
  readonly said: () => string;
}

async function overStdio(
  { command, args, env, cwd }: Extract<McpTarget, { command: string }>,
  { bytes }: McpLimits,
): Promise<Way> {
  const stdio = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const keptBack =
    process.platform === 'win32'
      ? []
      : stdio.DEFAULT_INHERITED_ENV_VARS.filter((one) => !PASSED.includes(one));
  const transport = new stdio.StdioClientTransport({
    command,
    args: [...args],
    // Node does not pass variables that are undefined.
    env: { ...Object.fromEntries(keptBack.map((name) => [name, undefined as unknown as string])), ...env },
    ...(cwd !== undefined && { cwd }),
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

async function overHttp(
  address: string,
  { bytes, timeoutMs }: McpLimits,
  headers: Readonly<Record<string, string>> = {},
): Promise<Way> {
  const { StreamableHTTPClientTransport } =
    await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
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
  // Its optional properties are incompatible with exactOptionalPropertyTypes.
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

/** Only the first word of a command line, which may hold secrets. */
function shown(target: string | McpTarget): string {
  if (typeof target !== 'string') return `mcp:${'url' in target ? target.url : target.command}`;
  return `mcp:${/^https?:/i.test(target) ? target : (parseArgsStringToArgv(target)[0] ?? '')}`;
}
