import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { canonicalJson } from '../../core/canonical.js';
import { sha256Hex } from '../../core/digest.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { Observation } from '../../core/t-eval/annotation.js';
import { changesSession, isSafe } from '../../core/tool-call.js';
import type { ToolsConfig } from '../../core/tools-config.js';
import { connectMcp, type McpConnection } from '../../sources/tools/mcp/connection.js';
import { SessionLost, ToolCallLost, type ToolCallRequest } from '../executor.js';
import { redactor } from '../redact.js';
import { callResult, mcpObservation, observedError } from './observed.js';
import type { Reached } from './reach.js';

/** A message holds a result as text and as data, and both escaped: it may be so much longer than the observation. */
const MESSAGE_BYTES = 4;
const LEAST_MESSAGE_BYTES = 1_000_000;

/** A connection, until it ends. */
interface Open {
  readonly connection: McpConnection;
  readonly redact: (text: string) => string;
  ended: boolean;
}

/** One MCP server, as one dialogue knows it. */
export class McpPeer {
  #open: Promise<Open> | undefined;
  /** Something was changed on the connection that is open. */
  #changed = false;
  /** What was changed is not here: the connection ended, or another one made the call. */
  #behind = false;
  /** Calls that were made here: who asks for them again has missed nothing. */
  readonly #made = new Set<string>();
  readonly #closing = new Set<Promise<void>>();

  constructor(
    private readonly server: string,
    private readonly reach: () => Reached,
    private readonly config: Pick<ToolsConfig, 'timeoutSeconds' | 'maxBytes'>,
  ) {}

  known(request: ToolCallRequest): void {
    if (changesSession(request.api.origin) && !this.#made.has(digestOf(request))) this.#behind = true;
  }

  /** @throws as `ToolSession.call` */
  async call(request: ToolCallRequest, signal: AbortSignal): Promise<Observation> {
    const {
      api: { origin },
      args,
    } = request;
    if (origin.kind !== 'mcp') throw new Error('a tool of no MCP server');
    signal.throwIfAborted();
    if (this.#open !== undefined && (await this.#open.catch(() => ({ ended: true }))).ended) this.#drop();
    if (this.#behind) throw this.#lost();
    const open = await (this.#open ??= this.#connect());
    this.#changed ||= changesSession(origin);
    this.#made.add(digestOf(request));
    try {
      return await this.#ask(open, { name: origin.tool, arguments: args }, signal);
    } catch (error) {
      this.#drop();
      if (tooLarge(error)) return { response: { error: 'the answer is too large to be read' }, by: 'mcp' };
      if (!isSafe(origin)) throw new ToolCallLost('the server did not answer');
      if (this.#behind) throw this.#lost();
      signal.throwIfAborted();
      throw BenchwrightError.is(error) ? withoutSecrets(error, open.redact) : error;
    }
  }

  async close(): Promise<void> {
    this.#drop();
    await Promise.all(this.#closing);
  }

  async #ask(
    { connection: { ask }, redact }: Open,
    params: { readonly name: string; readonly arguments: ToolCallRequest['args'] },
    signal: AbortSignal,
  ): Promise<Observation> {
    const { timeoutMs } = this.#limits();
    return ask('tools/call', async (client) => {
      try {
        const options = { timeout: timeoutMs, signal };
        const result = await client.request(
          { method: 'tools/call', params: { ...params, arguments: { ...params.arguments } } },
          callResult,
          options,
        );
        return mcpObservation(result, redact, this.config.maxBytes);
      } catch (error) {
        if (error instanceof McpError && !OURS.has(error.code))
          return observedError(error.code, redact(error.message).slice(0, this.config.maxBytes));
        throw error;
      }
    });
  }

  /** Nothing of a call has left when this fails. */
  async #connect(): Promise<Open> {
    const { target, secrets } = this.reach();
    const redact = redactor(secrets);
    try {
      const connection = await connectMcp(target, this.#limits());
      const open: Open = { connection, redact, ended: false };
      connection.client.onclose = () => (open.ended = true);
      const name = connection.client.getServerVersion()?.name;
      if (name === this.server) return open;
      await connection.close();
      throw new BenchwrightError('CONFIG_INVALID', {
        expected: `the MCP server ${this.server}`,
        found: `one that calls itself ${name ?? 'nothing'}`,
        where: `tools.servers['${this.server}']`,
        next: 'Mend the command or address in temporal.config.ts; `benchwright resume` goes on.',
      });
    } catch (error) {
      this.#open = undefined;
      throw BenchwrightError.is(error) ? withoutSecrets(error, redact) : error;
    }
  }

  #limits() {
    const { timeoutSeconds, maxBytes } = this.config;
    return {
      timeoutMs: timeoutSeconds * 1_000,
      bytes: Math.max(LEAST_MESSAGE_BYTES, MESSAGE_BYTES * maxBytes),
    };
  }

  /** Ends the connection, and its process with it; nobody waits for that but `close`. */
  #drop(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    this.#behind ||= this.#changed;
    const closing = open.then(
      ({ connection }) => connection.close(),
      () => undefined,
    );
    this.#closing.add(closing);
    void closing.finally(() => this.#closing.delete(closing));
  }

  #lost(): SessionLost {
    return new SessionLost(`what earlier calls changed at ${this.server} is gone`);
  }
}

/** Names a call by itself and all before it. */
const digestOf = ({ name, args, past }: ToolCallRequest): string =>
  sha256Hex(canonicalJson([...past, { name, args }].map((one) => [one.name, one.args])));

/** Codes by which the SDK says that the connection ended, or the time was up. */
const OURS = new Set([-32000, -32001]);

const tooLarge = (error: unknown): boolean =>
  BenchwrightError.is(error) && error.parts.found.startsWith('an answer of more than');

/** The end of a server's stderr is in the error, and servers print what they were given. */
function withoutSecrets(
  { code, parts }: BenchwrightError,
  redact: (text: string) => string,
): BenchwrightError {
  return new BenchwrightError(code, { ...parts, found: redact(parts.found) });
}
