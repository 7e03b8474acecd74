import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalJson } from '../core/canonical.js';
import type { CallOutcome } from '../core/call-outcome.js';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { keyedCall } from '../core/ledger-key.js';
import { CallFailure, type ObservationAnswer, type ObservationRequest } from '../core/model-call.js';
import type { Observation } from '../core/t-eval/annotation.js';
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

/** All that a worker calls tools with; made once a worker. */
export interface ToolAccess {
  readonly ledger: Answering;
  /** Calls in flight to one server. */
  readonly limits: ToolLimits;
  /** @default real time; injected by tests */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** A call of a tool in a dialogue. */
export interface ToolQuestion {
  readonly request: ToolCallRequest;
  /** Null: nothing is called, the ledger has to know (a rebuild). */
  readonly executors: ToolExecutors | null;
  readonly place: CallPlace;
  /** The stage's epoch. */
  readonly epoch: number;
  /** The number of the dialogue's session: the attempt of an MCP server's observations. */
  readonly session: number;
  /** The attempts of HTTP's observations. */
  readonly retries: Retries;
  /**
   * Told before the first call is sent that changes something in the session (see `markDirty`). False: the session
   * is another attempt's by now.
   */
  readonly beforeChange?: () => Promise<boolean>;
}

/** On whose behalf a tool is called. */
export interface ToolContext {
  readonly use?: CallUse;
  /** Nothing new is sent once it is aborted. */
  readonly signal?: AbortSignal;
}

/** What came back, and from where. */
export interface ToolAnswer {
  readonly observation: Observation;
  /** The ledger's key; undefined for a simulator of ours, whose answer follows from the calls before. */
  readonly key?: string;
  readonly from: 'ledger' | 'tool' | 'simulator';
}

/** How often a call is sent again that is known not to have been carried out, or may be sent twice. */
const SENT_AGAIN = 4;
const FIRST_WAIT_MS = 500;
/** A server that wants to be left alone for longer pauses the run. */
const LONGEST_WAIT_MS = 120_000;

/**
 * The observation of a call that something carries out: from the ledger, or by calling the tool once.
 *
 * @throws UnknownOutcome: set the item aside. SessionLost: begin the dialogue again with the next session. Both without
 *   having sent anything twice. TOOL_SERVER_FAILED, CONFIG_INVALID: pause the run; REBUILD_INPUT_MISSING where
 *   `executors` is null; the signal's reason; STORE_BUSY and its like
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
  const { response, by, observedKind } = outcome.answer;
  const observation = { response, by, ...(observedKind && { kind: observedKind }) };
  return { observation, key, from: from === 'ledger' ? 'ledger' : 'tool' };
}

/** Tools bill nothing, whatever the run's budget. */
const FREE = (runId: string) => ({
  runId,
  reserve: () => Promise.resolve({ soft: 0, hard: 0 }),
  costOf: () => 0,
  denied: () => Promise.resolve(new Error('the budget denies a call that costs nothing')),
});

type Outcome = CallOutcome<ObservationAnswer>;

/** One call that is about to be sent. */
class Asking {
  readonly #safe: boolean;

  constructor(
    private readonly access: ToolAccess,
    private readonly question: ToolQuestion,
    private readonly asked: ObservationRequest,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#safe = isSafe(question.request.api.origin);
  }

  async run(sending: Sending): Promise<Outcome> {
    if (!this.#safe && (await sending.sentBefore())) return this.#unknown();
    for (let attempt = 0; ; attempt += 1) {
      const wait = await this.access.limits.of(this.asked.model, () => this.#once(sending));
      if (!('ms' in wait)) return wait;
      if (attempt >= SENT_AGAIN || wait.ms > LONGEST_WAIT_MS) throw wait.error;
      await (this.access.wait ?? pause)(Math.max(wait.ms, FIRST_WAIT_MS * 2 ** attempt), this.signal);
    }
  }

  /** @returns how long to wait before the call is sent again, and what is thrown when it is not */
  async #once(
    sending: Sending,
  ): Promise<Outcome | { readonly ms: number; readonly error: BenchwrightError }> {
    const { request, executors, beforeChange } = this.question;
    this.signal?.throwIfAborted();
    if (executors === null) throw missing(request.name);
    if (changesSession(request.api.origin) && (await beforeChange?.()) === false)
      throw new SessionLost('another attempt has taken the session over');
    try {
      // A call that has left is not called back.
      const { response, by, kind } = await executors.call(request, new AbortController().signal);
      const answer = {
        response: asKept(response),
        by,
        model: this.asked.model,
        ...(kind && { observedKind: kind }),
      };
      const outcome = {
        outcome: 'answered',
        answer: { kind: 'observation', usage: NO_TOKENS, ...answer } as ObservationAnswer,
      } as const;
      await sending.arrived(outcome);
      return outcome;
    } catch (error) {
      return this.#failed(error, sending);
    }
  }

  async #failed(
    error: unknown,
    sending: Sending,
  ): Promise<Outcome | { readonly ms: number; readonly error: BenchwrightError }> {
    if (error instanceof ToolCallLost) {
      await sending.failed(new CallFailure('connection lost', error.message, { perhapsBilled: true }));
      return this.#unknown();
    }
    if (error instanceof ToolBusy) {
      const { status, retryAfterMs } = error;
      await sending.failed(new CallFailure('rate limited', error.message, { status }));
      return { ms: retryAfterMs ?? 0, error: failed(this.asked.model, `HTTP ${status}, again and again`) };
    }
    if (BenchwrightError.is(error) && error.code === 'TOOL_SERVER_FAILED') {
      // What is safe may have left; it is nobody's loss if it is sent again.
      await sending.failed(new CallFailure('connection lost', error.parts.found));
      return { ms: 0, error };
    }
    const unsent =
      error instanceof SessionLost || (BenchwrightError.is(error) && error.code === 'CONFIG_INVALID');
    // A fault of our own: nobody knows.
    if (!unsent) sending.sent();
    throw error;
  }

  /** An earlier sending of this very call left, and it is not sent again. */
  #unknown(): Outcome {
    const { origin } = this.question.request.api;
    // A dialogue with an MCP server begins again; one with an API cannot: what it changed there stays.
    if (origin.kind === 'mcp') throw new SessionLost(`a call of ${this.asked.api} was lost`);
    return {
      outcome: 'rejected',
      kind: 'unknown outcome',
      message: `a call of ${this.asked.api} left and nobody knows whether it was carried out; it is not sent twice`,
    };
  }
}

/** In the ledger's order of names: what is asked about it next has to be the same question when it comes from there. */
const asKept = (response: Observation['response']): Observation['response'] =>
  JSON.parse(canonicalJson(response)) as Observation['response'];

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
