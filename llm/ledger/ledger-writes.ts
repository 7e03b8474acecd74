import type { CallOutcome } from '../../core/call-outcome.js';
import { claimCalls, type Claim, type Claimed, type Leaving } from '../../store/ledger/claim.js';
import {
  completeCalls,
  releaseCalls,
  type CallCompletion,
  type CompletedCall,
  type Release,
} from '../../store/ledger/complete.js';
import { WriteGroup } from '../../store/ledger/write-group.js';
import type { Store } from '../../store/store.js';

/** The ledger's writes to the store, each grouped with concurrent writes of other calls. */
export class LedgerWrites {
  readonly #claims: WriteGroup<Claim, Claimed>;
  readonly #releases: WriteGroup<Release, CallOutcome | undefined>;
  /**
   * Completed calls, and those that are sent with the permits of completed ones; in one job, so that none waits for
   * two.
   */
  readonly #ends: WriteGroup<CallCompletion | Leaving, CompletedCall | undefined>;

  constructor(store: Store) {
    this.#claims = new WriteGroup((all) => claimCalls(store, all));
    this.#releases = new WriteGroup((all) => releaseCalls(store, all));
    this.#ends = new WriteGroup(async (all) => {
      const leaving = all.filter((one): one is Leaving => !('outcome' in one));
      const completions = all.filter((one): one is CallCompletion => 'outcome' in one);
      const completed = (await completeCalls(store, completions, leaving)).values();
      return all.map((one) => ('outcome' in one ? completed.next().value : undefined));
    });
  }

  claim(claim: Claim): Promise<Claimed> {
    return this.#claims.add(claim);
  }

  release(release: Release): Promise<CallOutcome | undefined> {
    return this.#releases.add(release);
  }

  async complete(completion: CallCompletion): Promise<CompletedCall> {
    const completed = await this.#ends.add(completion);
    if (completed === undefined) throw new Error('a completed call has no result');
    return completed;
  }

  async sent(leaving: Leaving): Promise<void> {
    await this.#ends.add(leaving);
  }
}
