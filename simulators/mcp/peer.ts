import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { canonicalJson } from '../../core/canonical.js';
import { sha256Hex } from '../../core/digest.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { Observation } from '../../core/observation.js';
import { changesSession, isSafe } from '../../core/tool-call.js';
import type { ToolsConfig } from '../../core/tools-config.js';
import { connectMcp, type McpConnection } from '../../sources/tools/mcp/connection.js';
import { SessionLost, ToolCallLost, type ToolCallRequest } from '../executor.js';
import { redactor } from '../../core/redact.js';
import { callResult, mcpObservation, observedError } from './observed.js';
import type { Reached } from './reach.js';

/** A message holds a result as text and as data, both escaped: it may exceed the observation by this factor. */
const MESSAGE_BYTES = 4;
const LEAST_MESSAGE_BYTES = 1_000_000;

/** An open connection. */
interface Open {
  readonly connection: McpConnection;
  readonly redact: (text: string) => string;
  ended: boolean;
}

/** One MCP server as seen by one dialogue. */
export class McpPeer {
  #open: Promise<Open> | undefined;
  /** Whether calls on the open connection may have had effects. */
  #changed = false;
  /** Whether effects are missing here: the connection ended, or another session made the call. */
  #behind = false;
  /** Calls made here: repeating them misses no effects. */
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

  /** If this fails, no call was sent. */
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
        found: `one named ${name ?? '(none)'}`,
        where: `tools.servers['${this.server}']`,
        next: 'Fix the command or address in temporal.config.ts, then run `benchwright resume`.',
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

  /** Closes the connection and its process; only `close` waits for that. */
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

/** Identifies a call together with all earlier ones. */
const digestOf = ({ name, args, past }: ToolCallRequest): string =>
  sha256Hex(canonicalJson([...past, { name, args }].map((one) => [one.name, one.args])));

/** SDK codes for a closed connection and a time-out. */
const OURS = new Set([-32000, -32001]);

const tooLarge = (error: unknown): boolean =>
  BenchwrightError.is(error) && error.parts.found.startsWith('an answer of more than');

/** The error holds the end of stderr, and servers print what they were given. */
function withoutSecrets(
  { code, parts }: BenchwrightError,
  redact: (text: string) => string,
): BenchwrightError {
  return new BenchwrightError(code, {
    ...parts,
    found: redact(parts.found),
    ...(parts.where === undefined ? {} : { where: redact(parts.where) }),
  });
}
