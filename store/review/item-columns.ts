import { assignedTo, lateWith, roomOf } from '../../core/review/assignment.js';
import {
  currentVisit,
  roundOf,
  type ItemReview,
  type StandingDecision,
} from '../../core/review/item-review.js';
import type { Policy } from '../../core/review/policy.js';
import { refusalByPolicy } from '../../core/review/rules.js';
import type { Tables } from '../tables.js';

type Columns = Pick<
  Tables['review_items'],
  'state' | 'round' | 'visit' | 'hidden' | 'room' | 'turn' | 'rank' | 'untouched' | 'due_ms' | 'reason'
>;

/** What of an item orders it and does not change. */
export type Ordering = Pick<Tables['review_items'], 'ordinal' | 'uncertainty' | 'draw' | 'calibration'>;

const MINUTE = 60_000;

/**
 * The columns that follow from an item's state. The order of handing out: calibration items first, then what an
 * adjudicator is waited for, then later rounds before earlier ones, since what has come far is nearest to being settled;
 * within a round by its `order`, and of equals those that somebody has decided on before untouched ones.
 */
export function columnsOf(policy: Policy, item: ItemReview, ordering: Ordering): Columns {
  const visit = currentVisit(item);
  const last = item.visits.length - 1;
  if (!visit)
    return {
      state: item.state,
      round: null,
      visit: last,
      hidden: 0,
      room: 0,
      turn: 0,
      rank: 0,
      untouched: 1,
      due_ms: null,
      reason: item.reason ?? null,
    };
  const round = roundOf(policy, visit);
  const adjudication = visit.phase === 'adjudication';
  const waits = policy.rounds.length - visit.round;
  const due =
    round.dueMinutes === undefined || visit.lateHandled || adjudication
      ? null
      : visit.openedMs + round.dueMinutes * MINUTE;
  return {
    state: adjudication ? 'adjudication' : 'waiting',
    round: visit.round,
    visit: last,
    hidden: round.blind && !visit.fixed ? 1 : 0,
    room: roomOf(visit, round.reviewers),
    turn: ordering.calibration === 1 ? 0 : adjudication ? 1 : 1 + waits,
    rank: rankOf(round.order, ordering),
    untouched: visit.decisions.length > 0 ? 0 : 1,
    due_ms: due,
    reason: null,
  };
}

function rankOf(order: Policy['rounds'][number]['order'], { ordinal, uncertainty, draw }: Ordering): number {
  if (order === 'uncertain first') return -uncertainty;
  return order === 'random' ? draw : ordinal;
}

/** Decisions that stand, with the visit that each is of. */
export const standingOf = (item: ItemReview): { visit: number; decision: StandingDecision }[] =>
  item.visits.flatMap((visit, at) =>
    [...visit.decisions, ...(visit.adjudication ? [visit.adjudication] : [])].map((decision) => ({
      visit: at,
      decision,
    })),
  );

const PERSONAL = new Set(['decided already', 'another round', 'wrote it']);

/** Whom the rules keep from the item as it stands for what they did, and who passed it on. */
export function barredOf(policy: Policy, item: ItemReview): Map<string, 'may not' | 'skipped'> {
  const barred = new Map<string, 'may not' | 'skipped'>();
  const visit = currentVisit(item);
  if (!visit) return barred;
  for (const name of visit.skippedBy) barred.set(name, 'skipped');
  // A role that may, so that the answer is about the person.
  const role = visit.phase === 'adjudication' ? 'admin' : (roundOf(policy, visit).roles[0] ?? 'admin');
  for (const name of new Set(standingOf(item).map(({ decision }) => decision.by))) {
    const refusal = refusalByPolicy(policy, item, { name, role });
    if (refusal && PERSONAL.has(refusal.why)) barred.set(name, 'may not');
  }
  return barred;
}

/** For whom places of the item are kept (`kept`), and whose it was when it was late (`late`). */
export function assignedOf(item: ItemReview): Map<string, 'kept' | 'late'> {
  const visit = currentVisit(item);
  if (!visit) return new Map();
  return new Map([
    ...lateWith(visit).map((name) => [name, 'late'] as const),
    ...assignedTo(visit).map((name) => [name, 'kept'] as const),
  ]);
}
