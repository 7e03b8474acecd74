import type { ReviewEvent, ReviewEventData } from './event.js';
import { applyEvent, openItem, roundOf, type ItemReview } from './item-review.js';
import type { RoundPass } from './round-pass.js';
import type { Policy } from './policy.js';
import type { WebhookEventType } from './webhook.js';

/** Event types that can settle or reopen an item. */
export const STATUS_EVENTS: readonly ReviewEventData['type'][] = [
  'decided',
  'undone',
  'late',
  'reopened',
  'restored',
];

/** An event settled or reopened an item. */
export interface StatusChange {
  readonly seq: number;
  /** The event's key. */
  readonly key: string;
  readonly atMs: number;
  readonly type: WebhookEventType;
  readonly itemId: string;
  readonly state: ItemReview['state'];
  /** The accepted version, else the one last reviewed. */
  readonly version: string;
  /** Reviewers of non-blind rounds, and adjudicators. */
  readonly decidedBy: readonly string[];
}

/**
 * Status changes of an item, from all its events in order. Items queued as settled (reused decisions, no selecting
 * round) and calibration items have none.
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
    // Items queued as settled were never reported, so there is nothing to revoke.
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

/** Passes since the item was last reopened; their rounds ascend. */
function passesSinceReopened({ visits }: ItemReview): RoundPass[] {
  let passes: RoundPass[] = [];
  for (const pass of visits) passes = pass.round > (passes.at(-1)?.round ?? -1) ? [...passes, pass] : [pass];
  return passes;
}
