import { assignedTo, openSlots } from '../../core/review/assignment.js';
import { currentPass, roundOf, type ItemReview } from '../../core/review/item-review.js';
import type { Policy } from '../../core/review/policy.js';
import { refuse, type Actor, type Refusal } from '../../core/review/rules.js';
import type { QueueConstraints } from '../../store/review/queue-constraints.js';

/**
 * Dry run of decisions made elsewhere: refusals that do not come from the rules (a closed queue, leases and places of
 * other reviewers, used-up shares), without recording anything. `follow` applies a decision that would be
 * recorded.
 */
export class TriedDecisions {
  readonly #leases: Map<string, readonly string[]>;
  readonly #made: Map<string, number>;

  /** @param made the number of current decisions per reviewer */
  constructor(
    private readonly policy: Policy,
    private readonly now: QueueConstraints,
    made: ReadonlyMap<string, number>,
  ) {
    this.#leases = new Map(now.leases);
    this.#made = new Map(made);
  }

  /** Checked before the rules. */
  refusalOfQueue(): Refusal | undefined {
    return this.now.closed ? refuse('closed', 'The queue is closed.') : undefined;
  }

  /** Checked after the rules allow the decision. */
  refusal(item: ItemReview, { name }: Actor): Refusal | undefined {
    const pass = currentPass(item);
    if (!pass) return undefined;
    const { reviewers, blind } = roundOf(this.policy, pass);
    const leased = this.#othersOn(item.itemId, name);
    const kept = assignedTo(pass).filter((one) => one !== name);
    if (new Set([...kept, ...leased]).size >= openSlots(pass, reviewers))
      return refuse('claimed', `Claimed by ${this.now.holders(blind && !pass.fixed, leased)}.`);
    if ((this.#made.get(name) ?? 0) >= (this.now.limits.get(name) ?? Number.POSITIVE_INFINITY))
      return refuse('share used up', 'Your share of this queue is used up.');
    return undefined;
  }

  /**
   * Applies a decision that would be recorded: it ends the reviewer's lease, or all leases of the item if the item
   * moves on.
   */
  follow(before: ItemReview, after: ItemReview, { name }: Actor): void {
    const going = ({ state, visits }: ItemReview): string =>
      `${state} ${visits.length} ${visits.at(-1)?.phase ?? ''}`;
    const left = going(before) === going(after) ? this.#othersOn(before.itemId, name) : [];
    this.#leases.set(before.itemId, left);
    this.#made.set(name, (this.#made.get(name) ?? 0) + 1);
  }

  #othersOn(itemId: string, name: string): readonly string[] {
    return (this.#leases.get(itemId) ?? []).filter((reviewer) => reviewer !== name);
  }
}
