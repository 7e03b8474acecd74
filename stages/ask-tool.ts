import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalJson } from '../core/canonical.js';
import type { CallOutcome } from '../core/call-outcome.js';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { keyedCall } from '../core/ledger-key.js';
import { CallFailure, type ObservationAnswer, type ObservationRequest } from '../core/model-call.js';
import type { Observation } from '../core/observation.js';
import {
  changesSession,
  isSafe,
  observationRequest,
  UnknownOutcome,
  type CallPlace,
} from '../core/tool-call.js';
import type { Retries } from '../llm/asking/attempts.js';
import type { Answering, Sending } from '../llm/ledger/ledger.js';
import {
  SessionLost,
  ToolBusy,
  ToolCallLost,
  type ToolCallRequest,
  type ToolExecutors,
} from '../simulators/executor.js';
import type { CallUse } from '../store/ledger/call-state.js';
import type { ToolLimits } from './tool-limits.js';

/** What a worker needs to call tools; created once per worker. */
export interface ToolAccess {
  readonly ledger: Answering;
  /** Maximum calls in flight per server. */
  readonly limits: ToolLimits;
  /** @default real time; injected by tests */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** A tool call of a dialogue. */
export interface ToolQuestion {
  readonly request: ToolCallRequest;
  /** null: nothing is called, the ledger must have the answer (a rebuild). */
  readonly executors: ToolExecutors | null;
  readonly place: CallPlace;
  /** The stage's cache-busting generation. */
  readonly epoch: number;
  /** The dialogue's session number: the attempt of an MCP server's observations. */
  readonly session: number;
  /** First attempts of HTTP observations after `retry --failed`. */
  readonly retries: Retries;
  /**
   * Called before the session's first call with side effects (see `markDirty`). False: another attempt owns the
   * session now.
   */
  readonly beforeChange?: () => Promise<boolean>;
  /**
   * Where a tool brings no answer: the run pauses or the item fails, or that is what is observed.
   * @default paused
   */
  readonly failures?: 'paused' | 'observed';
  /** Whether the answer keeps how long it took and what the call came to. */
  readonly measured?: boolean;
}

/** The caller of a tool call. */
export interface ToolContext {
  readonly use?: CallUse;
  /** Aborted: nothing new is sent. */
  readonly signal?: AbortSignal;
}

/** An observation and its source. */
export interface ToolAnswer {
  readonly observation: Observation;
  /** The ledger key; undefined for a built-in simulator, whose answer follows from earlier calls. */
  readonly key?: string;
  readonly from: 'ledger' | 'tool' | 'simulator';
  /** Where it was measured. */
  readonly measured?: NonNullable<ObservationAnswer['measured']>;
}

/** Maximum retries of a call that was not executed or is safe to repeat. */
const SENT_AGAIN = 4;
const FIRST_WAIT_MS = 500;
/** A longer Retry-After pauses the run. */
const LONGEST_WAIT_MS = 120_000;

/**
 * Observes a tool call: from the ledger, or by calling the tool once.
 * @throws UnknownOutcome: the item fails. SessionLost: restart the dialogue with the next session. Neither sends
 * anything twice. TOOL_SERVER_FAILED, CONFIG_INVALID: pause the run; REBUILD_INPUT_MISSING if `executors` is null; the
 * signal's reason; STORE_BUSY and other store errors
 */
export async function askTool(
  access: ToolAccess,
  question: ToolQuestion,
  { use, signal }: ToolContext = {},
): Promise<ToolAnswer> {
  const { request, executors, place, epoch } = question;
  if (executors?.executorOf(request.name) === 'stateful simulator') {
    const observation = await executors.call(request, new AbortController().signal);
    return { observation, from: 'simulator' };
  }
  const { origin } = request.api;
  const asked = observationRequest(request.api, request, place, request.past);
  if (asked === undefined) throw new Error(`there is nothing to call behind ${request.name}`);
  const digest = keyedCall(asked, { epoch, attempt: 0 }).requestDigest;
  const attempt = origin.kind === 'mcp' ? question.session : (question.retries.get(digest) ?? 0);
  const { key, outcome, from } = await access.ledger.answer(
    asked,
    { epoch, attempt },
    (sending) => new Asking(access, question, asked, signal).run(sending),
    { use, signal, ...(use && { payer: FREE(use.runId) }) },
  );
  if (outcome.outcome === 'rejected') throw new UnknownOutcome(outcome.message, digest);
  if (from === 'ledger') executors?.known(request);
  const { response, by, observedKind, measured } = outcome.answer;
  const observation = { response, by, ...(observedKind && { kind: observedKind }) };
  return { observation, key, from: from === 'ledger' ? 'ledger' : 'tool', ...(measured && { measured }) };
}

/** Tool calls are not charged to the budget. */
const FREE = (runId: string) => ({
  runId,
  reserve: () => Promise.resolve({ soft: 0, hard: 0 }),
  costOf: () => 0,
  denied: () => Promise.resolve(new Error('the budget denies a call that costs nothing')),
});

type Outcome = CallOutcome<ObservationAnswer>;

/** A call about to be sent. */
class Asking {
  readonly #safe: boolean;
  /** When the last attempt was sent, for what is measured. */
  #begun = performance.now();

  constructor(
    private readonly access: ToolAccess,
    private readonly question: ToolQuestion,
    private readonly asked: ObservationRequest,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#safe = isSafe(question.request.api.origin);
  }

  async run(sending: Sending): Promise<Outcome> {
    if (!this.#safe && (await sending.sentBefore())) return this.#unknown(sending);
    for (let attempt = 0; ; attempt += 1) {
      const wait = await this.access.limits.of(this.asked.model, () => this.#once(sending));
      if (!('ms' in wait)) return wait;
      const end = noAnswer(wait.error.parts.found);
      if (attempt >= this.#againAfter(end) || wait.ms > LONGEST_WAIT_MS) {
        if (this.#observes) return this.#observed(sending, end);
        throw wait.error;
      }
      await (this.access.wait ?? pause)(Math.max(wait.ms, FIRST_WAIT_MS * 2 ** attempt), this.signal);
    }
  }

  /** @returns the delay before a retry and the error to throw otherwise */
  async #once(
    sending: Sending,
  ): Promise<Outcome | { readonly ms: number; readonly error: BenchwrightError }> {
    const { request, executors, beforeChange } = this.question;
    this.signal?.throwIfAborted();
    if (executors === null) throw missing(request.name);
    if (changesSession(request.api.origin) && (await beforeChange?.()) === false)
      throw new SessionLost('another attempt has taken the session over');
    try {
      this.#begun = performance.now();
      // A call in flight is not cancelled.
      const observation = await executors.call(request, new AbortController().signal);
      return await this.#arrived(sending, observation, String(observation.status ?? 'answered'));
    } catch (error) {
      return this.#failed(error, sending);
    }
  }

  async #failed(
    error: unknown,
    sending: Sending,
  ): Promise<Outcome | { readonly ms: number; readonly error: BenchwrightError }> {
    if (error instanceof ToolCallLost) {
      await sending.failed(new CallFailure('connection lost', error.message, { maybeBilled: true }));
      return this.#unknown(sending);
    }
    if (error instanceof ToolBusy) {
      const { status, retryAfterMs } = error;
      await sending.failed(new CallFailure('rate limited', error.message, { status }));
      return { ms: retryAfterMs ?? 0, error: failed(this.asked.model, `HTTP ${status}, again and again`) };
    }
    if (BenchwrightError.is(error) && error.code === 'TOOL_SERVER_FAILED') {
      // A safe call may have been sent; repeating it is harmless.
      await sending.failed(new CallFailure('connection lost', error.parts.found));
      return { ms: 0, error };
    }
    const unsent =
      error instanceof SessionLost || (BenchwrightError.is(error) && error.code === 'CONFIG_INVALID');
    // Our own fault: the outcome is unknown.
    if (!unsent) await sending.sent();
    throw error;
  }

  /** How often a call is sent again. What is observed soon costs less than a run that waits. */
  #againAfter(end: string): number {
    if (!this.#observes || end.endsWith('busy')) return SENT_AGAIN;
    return end === 'time-out' ? 0 : 1;
  }

  get #observes(): boolean {
    return this.question.failures === 'observed';
  }

  async #arrived(sending: Sending, observation: Observation, status: string): Promise<Outcome> {
    const { response, by, kind } = observation;
    const latencyMs = Math.round(performance.now() - this.#begun);
    const answer = {
      ...{ kind: 'observation', usage: NO_TOKENS, response: asKept(response), by, model: this.asked.model },
      ...(kind && { observedKind: kind }),
      ...(this.question.measured && { measured: { latencyMs, status } }),
    } as ObservationAnswer;
    const outcome = { outcome: 'answered', answer } as const;
    await sending.arrived(outcome);
    return outcome;
  }

  /** That the tool brought no answer is what its caller sees, and what the ledger keeps. */
  #observed(sending: Sending, end: string, more = ''): Promise<Outcome> {
    const { kind } = this.question.request.api.origin;
    const by = kind === 'mcp' ? 'mcp' : 'openapi';
    return this.#arrived(sending, { response: { error: `${end}${more}` }, by, kind: 'B' }, end);
  }

  /** An earlier attempt of this call was sent and must not be repeated. */
  async #unknown(sending: Sending): Promise<Outcome> {
    const { origin } = this.question.request.api;
    // A server that keeps state has lost it with the connection: its dialogue begins again.
    if (this.#observes && origin.kind !== 'mcp')
      return this.#observed(sending, 'no answer', ': whether the call was carried out is not known');
    // A dialogue with an MCP server restarts; with an HTTP API it cannot, as side effects persist there.
    if (origin.kind === 'mcp') throw new SessionLost(`a call of ${this.asked.api} was lost`);
    return {
      outcome: 'rejected',
      kind: 'unknown outcome',
      message: `a call of ${this.asked.api} left and nobody knows whether it was carried out; it is not sent twice`,
    };
  }
}

/** In the ledger's key order, so that later questions about it are identical when it comes from there. */
const asKept = (response: Observation['response']): Observation['response'] =>
  JSON.parse(canonicalJson(response)) as Observation['response'];

/** A failed call in a word or two, without anything that the server sent. */
function noAnswer(found: string): string {
  if (/time|no answer within/i.test(found)) return 'time-out';
  if (found.includes('ECONNREFUSED')) return 'connection refused';
  return /^HTTP (?:429|503)/.test(found) ? `${found.slice(0, 8)}: busy` : 'no answer';
}

const NO_TOKENS = { input: 0, cachedInput: 0, output: 0, reasoning: 0 };

const failed = (server: string, found: string): BenchwrightError =>
  new BenchwrightError('TOOL_SERVER_FAILED', {
    expected: 'an answer',
    found,
    where: server,
    next: 'Wait, or allow fewer concurrent calls (tools.inFlight), then run `benchwright resume`.',
  });

const missing = (name: string): BenchwrightError =>
  new BenchwrightError('REBUILD_INPUT_MISSING', {
    expected: 'every observation of real tools that the export was built from',
    found: `one of ${name} that is not in the ledger given`,
    next: 'Add --ledger FILE, which `benchwright ledger export FILE --run NAME` wrote in the home that has the run.',
  });

const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, signal && { signal });
  } catch (error) {
    // Node wraps the reason.
    signal?.throwIfAborted();
    throw error;
  }
};
