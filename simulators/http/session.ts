import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { Observation } from '../../core/observation.js';
import { isSafe, serverOf } from '../../core/tool-call.js';
import type { ApiOrigin } from '../../core/tool-library.js';
import type { ToolsConfig } from '../../core/tools-config.js';
import { ToolBusy, ToolCallLost, type ToolCallRequest, type ToolSession } from '../executor.js';
import { redactor } from '../../core/redact.js';
import type { Environment } from '../secrets.js';
import { credentialsFor, hostOf, signed } from './credentials.js';
import { exchange, NotSent, type HttpReply } from './exchange.js';
import { httpObservation } from './observed.js';
import { httpRequestOf } from './request.js';

type HttpOrigin = Extract<ApiOrigin, { kind: 'openapi' }>;

const LOOPBACK = /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/i;

/** Whether an operation may be called: host and method are allowed, and it uses https or this machine. */
export function mayCall(config: ToolsConfig, origin: HttpOrigin): boolean {
  const host = hostOf(config.allowHosts, origin);
  const method = (config.allowMethods as readonly string[]).includes(origin.method);
  return host !== undefined && method && (LOOPBACK.test(origin.server) || /^https:/i.test(origin.server));
}

/** Calls OpenAPI operations over HTTP, each on its own connection. */
export class HttpSession implements ToolSession {
  constructor(
    private readonly config: ToolsConfig,
    private readonly environment: Environment,
  ) {}

  async call({ api, args }: ToolCallRequest, signal: AbortSignal): Promise<Observation> {
    const { origin } = api;
    if (origin.kind !== 'openapi' || !mayCall(this.config, origin))
      throw new Error('an operation that is not allowed');
    const request = httpRequestOf(origin, args);
    if (typeof request === 'string') return { response: { error: request }, by: 'openapi', kind: 'C' };
    const { request: sent, secrets } = signed(request, credentialsFor(this.config, origin), this.environment);
    const reply = await this.#exchange(origin, sent, signal);
    if (reply.status === 429 || (reply.status === 503 && reply.retryAfterMs !== undefined))
      throw new ToolBusy(reply.status, reply.retryAfterMs);
    const observation = httpObservation(reply, redactor(secrets), this.config.maxBytes);
    return { ...observation, status: reply.status };
  }

  known(): void {
    // Effects are on the server and persist.
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #exchange(
    origin: HttpOrigin,
    request: Parameters<typeof exchange>[0],
    signal: AbortSignal,
  ): Promise<HttpReply> {
    const { timeoutSeconds, maxBytes } = this.config;
    try {
      return await exchange(request, { timeoutMs: timeoutSeconds * 1_000, maxBytes, signal });
    } catch (error) {
      signal.throwIfAborted();
      // Codes and names only: a message may contain the URL with its arguments.
      const found = error instanceof NotSent ? error.code : codeOf(error);
      if (!(error instanceof NotSent) && !isSafe(origin)) throw new ToolCallLost(found);
      throw new BenchwrightError('TOOL_SERVER_FAILED', {
        expected: `an answer to ${origin.method} within ${timeoutSeconds} s`,
        found,
        where: serverOf(origin) ?? '',
        next: 'Check whether the server is running, then run `benchwright resume`.',
      });
    }
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
