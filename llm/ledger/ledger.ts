import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reserve } from '../../core/budget.js';
import type { AnswerTo, CallOutcome } from '../../core/call-outcome.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { keyedCall, type KeyedCall } from '../../core/ledger-key.js';
import { CallFailure, type LedgerRequest, type Sample } from '../../core/model-call.js';
import { finalCall, isOnTheWire, type CallUse } from '../../store/ledger/call-state.js';
import { claimCalls, type Claim, type Claimed } from '../../store/ledger/claim.js';
import { perhapsSent, type HistoryEntry } from '../../store/ledger/history.js';
import type { Denied } from '../../store/ledger/purse.js';
import {
  keepReserve,
  releaseCalls,
  settleCalls,
  type Release,
  type Settled,
  type Settlement,
} from '../../store/ledger/settle.js';
import { WriteGroup } from '../../store/ledger/write-group.js';
import type { Store } from '../../store/store.js';
import { abandoned, endOf, entryOf, rejectionOf } from './how-it-ended.js';

/** How long another worker's call is waited for before the store is asked again, in milliseconds: at first, at most. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1_000;

/** What the sending of a call tells the ledger on the way. */
export interface Sending {
  /** To be called when the request leaves: what is given up before has cost nothing. */
  readonly sent: () => void;
  /** Keeps how the call ended. Until then a kill buys it again: who counts what is on the wire lets go of it after. */
  readonly arrived: (outcome: CallOutcome) => Promise<void>;
  /** Notes a failure after which the same call is sent again; one that is the provider's last word has arrived. */
  readonly failed: (failure: CallFailure) => Promise<void>;
  /** Whether this very call has been sent before, and it is not known what became of it. */
  readonly sentBefore: () => Promise<boolean>;
}

/** Sends a call. A thrown CallFailure `rejected` or `filtered` is an outcome as well; all others are none. */
export type Ask<R extends LedgerRequest> = (sending: Sending) => Promise<CallOutcome<AnswerTo<R>>>;

/** What a call means to the budget of the run that uses its answer, in US dollars. */
export interface Payer {
  readonly runId: string;
  /** What is to be reserved for it; asked for whenever it is about to be sent. */
  readonly reserve: () => Promise<Reserve>;
  /** What it cost; undefined where nobody has named a price. */
  readonly costOf: (outcome: CallOutcome) => number | undefined;
  /** Told when the budget lets it not be sent, or no other any more. @returns what is thrown then */
  readonly denied: (denied: Denied) => Promise<unknown>;
}

export interface AnswerOptions {
  /** What the answer is for, noted with the run. */
  readonly use?: CallUse | undefined;
  /** Who pays for it; nobody's budget is asked without. */
  readonly payer?: Payer | undefined;
  /** Nothing is sent, and nobody's answer waited for, once it is aborted; a sending under way is `ask`'s own affair. */
  readonly signal?: AbortSignal | undefined;
}

export interface LedgerAnswer<R extends LedgerRequest> {
  readonly key: string;
  readonly outcome: CallOutcome<AnswerTo<R>>;
  /** `ledger`: nothing was sent for this caller. */
  readonly from: 'ledger' | 'provider';
}

/** Who gives answers to calls: the ledger, or what stands in for it. */
export type Answering = Pick<Ledger, 'answer'>;

/** How a call ended, whoever asked for it. */
interface Ended {
  readonly outcome: CallOutcome;
  readonly from: 'ledger' | 'provider';
}

/** A call whose row in the store may be this process's; with how it ended, once that is known. */
interface Open {
  readonly ticket: string;
  readonly payer: Payer | undefined;
  readonly outcome?: CallOutcome;
  readonly entry?: HistoryEntry | undefined;
}

/** Thrown to a sending that the budget does not let be repeated for now: the call is no longer this caller's. */
class LetGo extends Error {
  constructor(readonly failure: CallFailure) {
    super('the budget has no room to send the call again', { cause: failure });
  }
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
   *   are taken and given back in it, so that claims are made without one (docs/decisions.md, D31)
   * @throws CallFailure when the call was sent and brought no answer (transport, configuration): it is free again;
   *   what `payer` says when it is denied; the signal's reason; what else `ask` throws; STORE_BUSY and its like, when an
   *   answer that has arrived waits in memory for the next time that it is asked for
   */
  async answer<R extends LedgerRequest>(
    request: R,
    sample: Sample,
    ask: Ask<R>,
    options: AnswerOptions = {},
  ): Promise<LedgerAnswer<R>> {
    const { use, signal } = options;
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
        const mine = this.#alone(call.key, () => this.#obtain(call, ask, options));
        return given(await mine.finally(() => this.#untold(call)));
      }
      const shared = await endOf(asking, signal);
      if (shared instanceof CallFailure) throw shared;
      // Where a use is to be noted, the next round finds the answer in the store and notes it.
      if (shared !== undefined && use === undefined)
        return given({ outcome: shared.outcome, from: 'ledger' });
    }
  }

  async #obtain(call: KeyedCall, ask: Ask<LedgerRequest>, options: AnswerOptions): Promise<Ended> {
    const { key } = call;
    const { use, payer, signal } = options;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      const open = this.#open.get(key);
      if (open?.outcome) return this.#settle(call, { ...open, outcome: open.outcome }, use);
      const known = await finalCall(this.store, key, use);
      if (known?.linked) return { outcome: known.outcome, from: 'ledger' };
      // Where a claim has found it on the wire, it is looked at without the store's lock until that has changed.
      const waiting = waitMs > FIRST_WAIT_MS && !known && !open && (await isOnTheWire(this.store, key));
      let restMs = waitMs;
      if (!waiting) {
        const reserveUsd = await payer?.reserve();
        // What could not be told before it is asked for again.
        if (open?.entry) await this.#releases.add({ call, ticket: open.ticket, entry: open.entry });
        const ticket = open && !open.entry ? open.ticket : randomUUID();
        this.#open.set(key, { ticket, payer });
        const claimed = await this.#claims.add({ call, ticket, owner: this.incarnation, use, reserveUsd });
        if (claimed.state === 'mine') {
          const ended = await this.#send(call, ticket, ask, options);
          if (!(ended instanceof LetGo)) return ended;
          restMs = Math.max(waitMs, ended.failure.told.retryAfterMs ?? 0);
        }
        this.#open.delete(key);
        if (claimed.state === 'final') return { outcome: claimed.outcome, from: 'ledger' };
        if (claimed.state === 'over budget' || claimed.state === 'no reserve')
          throw payer ? await payer.denied(claimed) : new Error('the run has a budget, and nobody pays');
      }
      await this.wait(restMs, signal);
    }
  }

  async #send(
    call: KeyedCall,
    ticket: string,
    ask: Ask<LedgerRequest>,
    { use, payer, signal }: AnswerOptions,
  ): Promise<Ended | LetGo> {
    let left = false;
    let keeping: Promise<Ended> | undefined;
    const keep = (outcome: CallOutcome): Promise<Ended> =>
      (keeping ??= this.#settle(call, { ticket, payer, outcome }, use));
    const sending: Sending = {
      sentBefore: () => perhapsSent(this.store, call.key),
      sent: () => {
        left = true;
      },
      arrived: async (outcome) => void (await keep(outcome)),
      failed: async (failure) => {
        const rejection = rejectionOf(failure);
        if (rejection !== undefined) return void (await keep(rejection));
        left = false;
        const entry = entryOf(failure);
        await this.#releases.add({ call, ticket, entry, sentAgain: true });
        const kept = !payer || !entry.perhapsBilled || (await keepReserve(this.store, call, ticket));
        if (!kept) throw new LetGo(failure);
      },
    };
    try {
      signal?.throwIfAborted();
      return await keep(await ask(sending));
    } catch (error) {
      if (keeping !== undefined) return keeping;
      if (error instanceof LetGo) return error;
      const rejection = rejectionOf(error);
      return rejection ? keep(rejection) : this.#release(call, { ticket, payer }, error, left);
    }
  }

  async #settle(
    call: KeyedCall,
    open: Open & { readonly outcome: CallOutcome },
    use: CallUse | undefined,
  ): Promise<Ended> {
    const { ticket, outcome, payer } = open;
    this.#open.set(call.key, open);
    const paid = payer && { runId: payer.runId, usd: payer.costOf(outcome) };
    const settled = await this.#settlements.add({ call, ticket, outcome, use, paid });
    this.#open.delete(call.key);
    // Those that have a reserve and wait for a permit are not sent any more.
    if (settled.passed) await payer?.denied({ state: 'over budget', ...settled.passed });
    return { outcome: settled.outcome, from: settled.duplicate ? 'ledger' : 'provider' };
  }

  /** @returns the answer that a worker held to be dead has brought meanwhile. @throws `error` where there is none */
  async #release(call: KeyedCall, open: Open, error: unknown, left: boolean): Promise<Ended> {
    const entry = error instanceof CallFailure ? entryOf(error) : left ? abandoned(error) : open.entry;
    const { ticket } = open;
    this.#open.set(call.key, { ...open, entry });
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
          ? this.#settle(call, { ...open, outcome: open.outcome }, undefined)
          : this.#release(call, open, new Error('given up'), false),
      );
      await telling.catch((error: unknown) => {
        if (!BenchwrightError.is(error) || !error.entry.retryable) throw error;
      });
    }
  }
}

const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, signal && { signal });
  } catch (error) {
    // Node wraps the reason.
    signal?.throwIfAborted();
    throw error;
  }
};
