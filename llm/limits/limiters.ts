import { seededRandom } from '../../core/random.js';
import type { Store } from '../../store/store.js';
import { systemClock } from './clock.js';
import { storeLeases } from './leases.js';
import { Limiter } from './limiter.js';
import type { LimitSettings } from '../../core/model-limits.js';

/** The limiters of one worker: one for each provider's model, all of them sharing its limits with other workers. */
export class Limiters {
  readonly #limiters = new Map<string, Limiter>();

  /**
   * @param incarnation the worker's, under which it is known in the store
   * @param settingsOf the limits of a provider's model
   */
  constructor(
    private readonly store: Store,
    private readonly incarnation: string,
    private readonly settingsOf: (scope: string) => LimitSettings,
  ) {}

  /** The limiter of a provider's model; made when first asked for. @param scope e.g. `openai/gpt-5-mini` */
  of(scope: string): Limiter {
    const there = this.#limiters.get(scope);
    if (there !== undefined) return there;
    const { store, incarnation } = this;
    const settings = this.settingsOf(scope);
    const lease = { scope, incarnation, limit: settings.inFlight };
    const limiter = new Limiter({
      scope,
      settings,
      leases: storeLeases(store, systemClock, lease),
      clock: systemClock,
      // Each worker waits otherwise, so that they do not come back at the same moment.
      random: seededRandom(0, 'backoff', incarnation, scope),
    });
    this.#limiters.set(scope, limiter);
    return limiter;
  }

  /** Gives all permits back; call it before the worker's row is removed, when nothing is in flight or waiting. */
  async close(): Promise<void> {
    await Promise.all([...this.#limiters.values()].map((limiter) => limiter.close()));
    this.#limiters.clear();
  }
}
