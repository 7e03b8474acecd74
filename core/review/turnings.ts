import type { ReviewEvent, ReviewEventData } from './event.js';
import { applyEvent, openItem, roundOf, type ItemReview, type Visit } from './item-review.js';
import type { Policy } from './policy.js';
import type { Told } from './webhook.js';

/** Types of events that can settle an item, or unsettle it. */
export const TURNING_TYPES: readonly ReviewEventData['type'][] = ['decided', 'undone', 'late', 'reopened'];

/** An item was settled by an event, or is no longer. */
export interface Turning {
  readonly seq: number;
  /** The event's key. */
  readonly key: string;
  readonly atMs: number;
  readonly type: Told;
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
export function turningsOf(policy: Policy, events: readonly ReviewEvent[]): Turning[] {
  const [first, ...rest] = events;
  if (first?.data.type !== 'queued' || first.data.calibration) return [];
  const turnings: Turning[] = [];
  let item = openItem(policy, first);
  for (const event of rest) {
    const before = item;
    item = applyEvent(policy, before, event);
    if (outcomeOf(before) === outcomeOf(item)) continue;
    const type: Told = item.state === 'waiting' ? 'item.reopened' : 'item.settled';
    // Nobody was told of what came in settled, so there is nothing to take back.
    if (type === 'item.reopened' && turnings.length === 0) continue;
    const { seq, key, atMs } = event;
    const version = item.accepted?.version ?? item.visits.at(-1)?.version ?? item.original.version;
    const decidedBy = item.state === 'waiting' ? [] : openlyDecided(policy, item);
    turnings.push({ seq, key, atMs, type, itemId: item.itemId, state: item.state, version, decidedBy });
  }
  return turnings;
}

const outcomeOf = ({ state, accepted }: ItemReview): string => `${state} ${accepted?.version ?? ''}`;

function openlyDecided(policy: Policy, item: ItemReview): string[] {
  const names = lastPass(item).flatMap((visit) => [
    ...(roundOf(policy, visit).blind ? [] : visit.decisions.map(({ by }) => by)),
    ...(visit.adjudication ? [visit.adjudication.by] : []),
  ]);
  return [...new Set(names)];
}

/** The visits since the item was last reopened: rounds only go up in them. */
function lastPass({ visits }: ItemReview): Visit[] {
  let pass: Visit[] = [];
  for (const visit of visits) pass = visit.round > (pass.at(-1)?.round ?? -1) ? [...pass, visit] : [visit];
  return pass;
}
