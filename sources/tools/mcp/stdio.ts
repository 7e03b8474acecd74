import type { ChildProcess } from 'node:child_process';
import {
  DEFAULT_INHERITED_ENV_VARS,
  StdioClientTransport,
  type StdioServerParameters,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { writeJson } from '../../../core/json.js';
import { messageOf } from './message.js';
import type { McpLimits, McpTarget, McpTransport } from './target.js';

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

/** Few programs start without these variables; all others must be configured by name. */
const PASSED = ['PATH', 'HOME'];

/** The way to a server that is started as a process. */
export function overStdio(
  { command, args, env, cwd }: Extract<McpTarget, { command: string }>,
  { bytes }: McpLimits,
): McpTransport {
  const keptBack =
    process.platform === 'win32' ? [] : DEFAULT_INHERITED_ENV_VARS.filter((one) => !PASSED.includes(one));
  const transport = new StdioTransport({
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

/**
 * The SDK's transport with our reader and writer in place of its own, which are private: the SDK's version is pinned, and
 * the type check fails if one of the two names is gone.
 */
class StdioTransport extends StdioClientTransport {
  constructor(server: StdioServerParameters & { readonly maxBufferSize: number }) {
    super(server);
    this['_readBuffer'] = new MessageLines(server.maxBufferSize);
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = (this['_process'] as ChildProcess | undefined) ?? {};
    if (!stdin) throw new Error('Not connected');
    if (!stdin.write(`${writeJson(message)}\n`)) await new Promise((resolve) => stdin.once('drain', resolve));
  }
}

/** Splits the server's output into messages; in place of the SDK's `ReadBuffer`. */
class MessageLines {
  #begun: Buffer[] = [];
  #size = 0;
  readonly #lines: string[] = [];

  constructor(private readonly maxSize: number) {}

  /** @throws Error if a message is too long */
  append(chunk: Buffer): void {
    if (this.#size + chunk.length > this.maxSize) {
      this.clear();
      throw new Error(`a message exceeded maximum size of ${this.maxSize} bytes`);
    }
    let from = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
      this.#lines.push(Buffer.concat([...this.#begun, chunk.subarray(from, end)]).toString('utf8'));
      this.#begun = [];
      from = end + 1;
    }
    if (from > 0) this.#size = 0;
    this.#begun.push(chunk.subarray(from));
    this.#size += chunk.length - from;
  }

  /** The next whole message; null if there is none. @throws SyntaxError, ZodError for a line that is no message */
  readMessage(): JSONRPCMessage | null {
    const line = this.#lines.shift();
    return line === undefined ? null : messageOf(line);
  }

  clear(): void {
    [this.#begun, this.#size, this.#lines.length] = [[], 0, 0];
  }
}
