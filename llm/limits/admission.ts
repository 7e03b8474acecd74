import type { RateLimits } from '../../core/model-call.js';
import type { Clock } from './clock.js';
import type { Leases } from './leases.js';
import { Paced } from './paced.js';
import { Permits, type Need } from './permits.js';
import type { LimitSettings } from '../../core/model-limits.js';
import { grown, halved, openingWindow, type CallWindow } from './window.js';

/** A call that wants to begin. */
export interface Entrant {
  /** Tokens it will take, input and output. */
  readonly tokens: number;
  readonly signal: AbortSignal;
}

/** A call that has begun. */
export interface Pass {
  /**
   * Ends it. @param outcome `ok`: answered; `too much`: the provider says to slow down; `failed`: anything else
   * @param tokens what it really took, if that is known
   */
  leave(outcome: 'ok' | 'too much' | 'failed', tokens?: number): void;
}

/** How things stand, for people who wonder why nothing moves. */
export interface AdmissionView {
  readonly inFlight: number;
  readonly waiting: number;
  /** Calls at once that the provider's answers allow at the moment. */
  readonly window: number;
  /** Milliseconds for which the provider's headers hold calls back; 0: they do not. */
  readonly heldBackMs: number;
}

interface Waiting extends Entrant {
  readonly admit: (pass: Pass) => void;
  readonly refuse: (error: Error) => void;
}

/** Recent time, in milliseconds, by whose calls the next ones are foreseen. */
const RECENT_MS = 1_000;

/**
 * Lets calls begin one after the other, in the order in which they came, as soon as all of these allow it: the window,
 * the permits of this process, the limits a minute, and what the provider said last about its own limits.
 */
export class Admission {
  readonly #queue: Waiting[] = [];
  readonly #permits: Permits;
  readonly #paced: readonly { readonly pace: Paced; readonly units: (entrant: Entrant) => number }[];
  #window: CallWindow;
  #inFlight = 0;
  #begun = 0;
  #recent: number[] = [];
  #heldBackUntil = -Infinity;
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;

  constructor(
    private readonly settings: LimitSettings,
    leases: Leases,
    private readonly clock: Clock,
    minuteMs?: number,
  ) {
    this.#window = openingWindow(settings.inFlight, settings.startInFlight);
    const changed = (error?: unknown): void => {
      if (error === undefined) this.#admit();
      else for (const waiting of this.#queue.splice(0)) waiting.refuse(error as Error);
    };
    this.#permits = new Permits(leases, clock, () => this.#need(), changed);
    const paced = (resource: 'tokens' | 'requests', perMinute: number | undefined): Paced[] =>
      perMinute === undefined ? [] : [new Paced(resource, perMinute, leases, clock, changed, minuteMs)];
    this.#paced = [
      ...paced('tokens', settings.tokensPerMinute).map((pace) => ({ pace, units: (e: Entrant) => e.tokens })),
      ...paced('requests', settings.requestsPerMinute).map((pace) => ({ pace, units: () => 1 })),
    ];
  }

  /** Resolves when the call may begin. @throws the signal's reason; an error of the store */
  async enter(entrant: Entrant): Promise<Pass> {
    const { signal } = entrant;
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const settled = (): void => signal.removeEventListener('abort', abort);
      const waiting: Waiting = {
        ...entrant,
        admit: (pass) => (settled(), resolve(pass)),
        refuse: (error) => (settled(), reject(error)),
      };
      const abort = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        waiting.refuse(signal.reason as Error);
        this.#admit();
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#queue.push(waiting);
      this.#admit();
    });
  }

  /** Takes in what the headers of a reply said: nothing left means that no call begins before the reset. */
  told(limits: RateLimits | undefined): void {
    for (const of of [limits?.requests, limits?.tokens])
      if (of?.remaining === 0 && of.resetMs !== undefined)
        this.#heldBackUntil = Math.max(this.#heldBackUntil, this.clock.now() + of.resetMs);
  }

  view(): AdmissionView {
    return {
      inFlight: this.#inFlight,
      waiting: this.#queue.length,
      window: Math.floor(this.#window.size),
      heldBackMs: Math.max(0, this.#heldBackUntil - this.clock.now()),
    };
  }

  /** Gives the permits back; call it when no call is in flight or waiting. */
  async close(): Promise<void> {
    this.#timer?.cancel();
    await this.#permits.close();
  }

  /** Permits are asked for ahead of the doubling, so that the window need not wait for them. */
  #need(): Need {
    const calls = this.#inFlight + this.#queue.length;
    const ahead = Math.min(this.settings.inFlight, 2 * Math.floor(this.#window.size));
    return { inFlight: this.#inFlight, wanted: Math.max(this.#inFlight, Math.min(calls, ahead)) };
  }

  #admit(): void {
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      const now = this.clock.now();
      if (now < this.#heldBackUntil) return this.#wakeAt(this.#heldBackUntil);
      if (this.#inFlight >= Math.floor(this.#window.size)) return;
      if (this.#inFlight >= this.#permits.cap) return this.#permits.want();
      const due = this.#due(first, now);
      if (due === undefined) return;
      if (due > now) return this.#wakeAt(due);
      this.#begin(first, now);
    }
  }

  /** When all limits a minute let a call begin; undefined while that is being asked for. */
  #due(entrant: Entrant, now: number): number | undefined {
    const room = Math.min(Math.floor(this.#window.size), this.#permits.cap) - this.#inFlight;
    this.#recent = this.#recent.filter((at) => at > now - RECENT_MS);
    const foreseen = Math.max(this.#recent.length / 2, Math.min(this.#queue.length, room));
    for (const { pace, units } of this.#paced) {
      const due = pace.dueOf(units(entrant), Math.ceil(foreseen));
      if (due === undefined || due > now) return due;
    }
    return now;
  }

  #begin(waiting: Waiting, now: number): void {
    this.#queue.shift();
    for (const { pace, units } of this.#paced) pace.take(units(waiting));
    this.#inFlight += 1;
    this.#recent.push(now);
    this.#permits.want();
    waiting.admit(this.#pass(this.#begun++, waiting));
  }

  #pass(call: number, entrant: Entrant): Pass {
    return {
      leave: (outcome, tokens) => {
        if (outcome === 'ok') this.#window = grown(this.#window, call);
        if (outcome === 'too much') this.#window = halved(this.#window, call, this.#inFlight, this.#begun);
        this.#inFlight -= 1;
        if (tokens !== undefined)
          for (const { pace } of this.#paced)
            if (pace.resource === 'tokens') pace.settle(entrant.tokens, tokens);
        this.#permits.want();
        this.#admit();
      },
    };
  }

  #wakeAt(at: number): void {
    if (this.#timer !== undefined && this.#timer.at <= at) return;
    this.#timer?.cancel();
    const wake = (): void => {
      this.#timer = undefined;
      this.#admit();
    };
    this.#timer = { at, cancel: this.clock.after(at - this.clock.now(), wake) };
  }
}
