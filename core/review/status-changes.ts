import type { ReviewEvent, ReviewEventData } from './event.js';
import { applyEvent, openItem, roundOf, type ItemReview } from './item-review.js';
import type { RoundPass } from './round-pass.js';
import type { Policy } from './policy.js';
import type { WebhookEventType } from './webhook.js';

/** Types of events that can settle an item, or unsettle it. */
export const STATUS_EVENTS: readonly ReviewEventData['type'][] = ['decided', 'undone', 'late', 'reopened'];

/** An item was settled by an event, or is no longer. */
export interface StatusChange {
  readonly seq: number;
  /** The event's key. */
  readonly key: string;
  readonly atMs: number;
  readonly type: WebhookEventType;
  readonly itemId: string;
  readonly state: ItemReview['state'];
  /** The version that is accepted, or the one that was last looked at. */
  readonly version: string;
  /** Who decided, where that is open to all: in rounds that are not blind, and whoever adjudicated. */
  readonly decidedBy: readonly string[];
}

/**
 * When an item was settled and unsettled, from all its events in order. What came into the queue settled (a decision
 * taken over, an item that no round takes) turned nothing; calibration items never do.
 */
export function statusChangesOf(policy: Policy, events: readonly ReviewEvent[]): StatusChange[] {
  const [first, ...rest] = events;
  if (first?.data.type !== 'queued' || first.data.calibration) return [];
  const changes: StatusChange[] = [];
  let item = openItem(policy, first);
  for (const event of rest) {
    const before = item;
    item = applyEvent(policy, before, event);
    if (statusOf(before) === statusOf(item)) continue;
    const type: WebhookEventType = item.state === 'waiting' ? 'item.reopened' : 'item.settled';
    // Nobody was told of what came in settled, so there is nothing to take back.
    if (type === 'item.reopened' && changes.length === 0) continue;
    const { seq, key, atMs } = event;
    const version = item.accepted?.version ?? item.visits.at(-1)?.version ?? item.original.version;
    const decidedBy = item.state === 'waiting' ? [] : publicDeciders(policy, item);
    changes.push({ seq, key, atMs, type, itemId: item.itemId, state: item.state, version, decidedBy });
  }
  return changes;
}

const statusOf = ({ state, accepted }: ItemReview): string => `${state} ${accepted?.version ?? ''}`;

function publicDeciders(policy: Policy, item: ItemReview): string[] {
  const names = passesSinceReopened(item).flatMap((pass) => [
    ...(roundOf(policy, pass).blind ? [] : pass.decisions.map(({ by }) => by)),
    ...(pass.adjudication ? [pass.adjudication.by] : []),
  ]);
  return [...new Set(names)];
}

/** The visits since the item was last reopened: rounds only go up in them. */
function passesSinceReopened({ visits }: ItemReview): RoundPass[] {
  let passes: RoundPass[] = [];
  for (const pass of visits) passes = pass.round > (passes.at(-1)?.round ?? -1) ? [...passes, pass] : [pass];
  return passes;
}
