import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerTo, CallOutcome } from '../../core/call-outcome.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { keyedCall, type KeyedCall } from '../../core/ledger-key.js';
import { CallFailure, type ModelRequest, type Sample } from '../../core/model-call.js';
import { finalCall, isOnTheWire, type CallUse } from '../../store/ledger/call-state.js';
import { claimCalls, type Claim, type Claimed } from '../../store/ledger/claim.js';
import type { HistoryEntry } from '../../store/ledger/history.js';
import {
  releaseCalls,
  settleCalls,
  type Release,
  type Settled,
  type Settlement,
} from '../../store/ledger/settle.js';
import { WriteGroup } from '../../store/ledger/write-group.js';
import type { Store } from '../../store/store.js';

/** How long another worker's call is waited for before the store is asked again, in milliseconds: at first, at most. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1_000;

/** What the sending of a call tells the ledger on the way. */
export interface Sending {
  /** To be called when the request leaves: what is given up before has cost nothing. */
  readonly sent: () => void;
  /** Notes a failure after which the same call is sent again. */
  readonly failed: (failure: CallFailure) => Promise<void>;
}

/** Sends a call. A thrown CallFailure `rejected` or `filtered` is an outcome as well; all others are none. */
export type Ask<R extends ModelRequest> = (sending: Sending) => Promise<CallOutcome<AnswerTo<R>>>;

export interface AnswerOptions {
  /** What the answer is for, noted with the run. */
  readonly use?: CallUse | undefined;
  /** Nothing is sent, and nobody's answer waited for, once it is aborted; a sending under way is `ask`'s own affair. */
  readonly signal?: AbortSignal | undefined;
}

export interface LedgerAnswer<R extends ModelRequest> {
  readonly key: string;
  readonly outcome: CallOutcome<AnswerTo<R>>;
  /** `ledger`: nothing was sent for this caller. */
  readonly from: 'ledger' | 'provider';
}

/** How a call ended, whoever asked for it. */
interface Ended {
  readonly outcome: CallOutcome;
  readonly from: 'ledger' | 'provider';
}

/** A call whose row in the store may be this process's; with its outcome once that has arrived. */
interface Open {
  readonly ticket: string;
  readonly outcome?: CallOutcome;
}

/**
 * Answers model calls, each from the ledger where it has been answered before, by anybody, and else by sending it once,
 * however many ask for it at the same time, in this process or in others (DESIGN.md, idea 3).
 */
export class Ledger {
  readonly #asking = new Map<string, Promise<Ended>>();
  /** What the store could not be told: its answers are kept here and written before anything is sent again. */
  readonly #open = new Map<string, Open>();
  readonly #insisting = new Set<string>();
  readonly #claims: WriteGroup<Claim, Claimed>;
  readonly #settlements: WriteGroup<Settlement, Settled>;
  readonly #releases: WriteGroup<Release, CallOutcome | undefined>;

  /**
   * @param incarnation of this worker, which must renew its row (`renewWorker`) as long as it uses the ledger: others
   *   take over the calls of one that is held to be dead
   * @param wait injected by tests
   */
  constructor(
    private readonly store: Store,
    private readonly incarnation: string,
    private readonly wait: (ms: number, signal?: AbortSignal) => Promise<void> = pause,
  ) {
    this.#claims = new WriteGroup((all) => claimCalls(store, all));
    this.#settlements = new WriteGroup((all) => settleCalls(store, all));
    this.#releases = new WriteGroup((all) => releaseCalls(store, all));
  }

  /**
   * The outcome of a call that ended for good: kept before it is given, never asked for again.
   *
   * @param ask sends the call; called at most once, and only when nobody has the answer or is about to. Permits to send
   *   are taken and given back in it: a caller that holds one while answers reach the store lets the wire idle
   *   (docs/decisions.md, D31)
   * @throws CallFailure when the call was sent and brought no answer (transport, configuration): it is free again;
   *   the signal's reason; what else `ask` throws; STORE_BUSY and its like, when an answer that has arrived waits in
   *   memory for the next time that it is asked for
   */
  async answer<R extends ModelRequest>(
    request: R,
    sample: Sample,
    ask: Ask<R>,
    { use, signal }: AnswerOptions = {},
  ): Promise<LedgerAnswer<R>> {
    const call = keyedCall(request, sample);
    const given = ({ outcome, from }: Ended): LedgerAnswer<R> => ({
      key: call.key,
      outcome: outcome as CallOutcome<AnswerTo<R>>,
      from,
    });
    for (;;) {
      signal?.throwIfAborted();
      const asking = this.#asking.get(call.key);
      if (asking === undefined) {
        const mine = this.#alone(call.key, () => this.#obtain(call, ask, { use, signal }));
        return given(await mine.finally(() => this.#untold(call)));
      }
      const shared = await endOf(asking, signal);
      if (shared instanceof CallFailure) throw shared;
      // Where a use is to be noted, the next round finds the answer in the store and notes it.
      if (shared !== undefined && use === undefined)
        return given({ outcome: shared.outcome, from: 'ledger' });
    }
  }

  async #obtain(call: KeyedCall, ask: Ask<ModelRequest>, { use, signal }: AnswerOptions): Promise<Ended> {
    const { key } = call;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      const open = this.#open.get(key);
      if (open?.outcome) return this.#settle(call, open.ticket, open.outcome, use);
      const known = await finalCall(this.store, key, use);
      if (known?.linked) return { outcome: known.outcome, from: 'ledger' };
      // Where a claim has found it on the wire, it is looked at without the store's lock until that has changed.
      const waiting = waitMs > FIRST_WAIT_MS && !known && !open && (await isOnTheWire(this.store, key));
      if (!waiting) {
        const ticket = open?.ticket ?? randomUUID();
        this.#open.set(key, { ticket });
        const claimed = await this.#claims.add({ call, ticket, owner: this.incarnation, use });
        if (claimed.state === 'mine') return this.#send(call, ticket, ask, { use, signal });
        this.#open.delete(key);
        if (claimed.state === 'final') return { outcome: claimed.outcome, from: 'ledger' };
      }
      await this.wait(waitMs, signal);
    }
  }

  async #send(
    call: KeyedCall,
    ticket: string,
    ask: Ask<ModelRequest>,
    { use, signal }: AnswerOptions,
  ): Promise<Ended> {
    let left = false;
    const sending: Sending = {
      sent: () => {
        left = true;
      },
      failed: async (failure) => {
        left = false;
        await this.#releases.add({ call, ticket, entry: entryOf(failure), sentAgain: true });
      },
    };
    let outcome: CallOutcome;
    try {
      signal?.throwIfAborted();
      outcome = await ask(sending);
    } catch (error) {
      const rejection = rejectionOf(error);
      if (rejection === undefined) return this.#release(call, ticket, error, left);
      outcome = rejection;
    }
    return this.#settle(call, ticket, outcome, use);
  }

  async #settle(
    call: KeyedCall,
    ticket: string,
    outcome: CallOutcome,
    use: CallUse | undefined,
  ): Promise<Ended> {
    this.#open.set(call.key, { ticket, outcome });
    const settled = await this.#settlements.add({ call, ticket, outcome, use });
    this.#open.delete(call.key);
    return { outcome: settled.outcome, from: settled.duplicate ? 'ledger' : 'provider' };
  }

  /** @returns the answer that a worker held to be dead has brought meanwhile. @throws `error` where there is none */
  async #release(call: KeyedCall, ticket: string, error: unknown, left: boolean): Promise<Ended> {
    const entry = error instanceof CallFailure ? entryOf(error) : left ? abandoned(error) : undefined;
    const outcome = await this.#releases.add({ call, ticket, ...(entry && { entry }) });
    this.#open.delete(call.key);
    if (outcome === undefined) throw error;
    return { outcome, from: 'ledger' };
  }

  /** Runs something that no other call of this process for the same key is to come between. */
  #alone(key: string, run: () => Promise<Ended>): Promise<Ended> {
    const running = run().finally(() => this.#asking.delete(key));
    this.#asking.set(key, running);
    return running;
  }

  /**
   * Where the store could not be told how a call ended, tells it again until it has heard: others would wait for the
   * call as long as this worker lives.
   */
  #untold(call: KeyedCall): void {
    if (!this.#open.has(call.key) || this.#insisting.has(call.key)) return;
    this.#insisting.add(call.key);
    this.#insist(call)
      .catch(() => undefined)
      .finally(() => this.#insisting.delete(call.key));
  }

  /** @throws what no repetition mends: the store is closed */
  async #insist(call: KeyedCall): Promise<void> {
    const { key } = call;
    for (;;) {
      await this.wait(LONGEST_WAIT_MS);
      const open = this.#open.get(key);
      if (open === undefined) return;
      if (this.#asking.has(key)) continue;
      const telling = this.#alone(key, () =>
        open.outcome
          ? this.#settle(call, open.ticket, open.outcome, undefined)
          : this.#release(call, open.ticket, new Error('given up'), false),
      );
      await telling.catch((error: unknown) => {
        if (!BenchwrightError.is(error) || !error.entry.retryable) throw error;
      });
    }
  }
}

const pause = async (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal && { signal });

const entryOf = ({ kind, message, told }: CallFailure): HistoryEntry => ({
  kind,
  message,
  status: told.status,
  perhapsBilled: told.perhapsBilled ?? false,
});

const abandoned = (error: unknown): HistoryEntry => ({
  kind: 'abandoned',
  message: error instanceof Error ? error.message : String(error),
  perhapsBilled: true,
});

/** What the provider says of the request itself, and would say of it again. */
function rejectionOf(error: unknown): CallOutcome | undefined {
  if (!(error instanceof CallFailure)) return undefined;
  const { kind, message, told } = error;
  if (kind !== 'rejected' && kind !== 'filtered') return undefined;
  return {
    outcome: 'rejected',
    kind,
    message,
    ...(told.status === undefined ? {} : { status: told.status }),
  };
}

/**
 * How somebody else's asking ends: its outcome, the failure of the call; undefined when it was given up for reasons of
 * its own (stopped, the store failed it). @throws the signal's reason when that comes first
 */
function endOf(
  asking: Promise<Ended>,
  signal: AbortSignal | undefined,
): Promise<Ended | CallFailure | undefined> {
  const ended = asking.catch((error: unknown) => (error instanceof CallFailure ? error : undefined));
  if (!signal) return ended;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    void ended.then(resolve).finally(() => signal.removeEventListener('abort', stop));
  });
}
