import { assignedTo, overdueAssignees, openSlots } from '../../core/review/assignment.js';
import { currentPass, roundOf, type ItemReview } from '../../core/review/item-review.js';
import type { StandingDecision } from '../../core/review/round-pass.js';
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
  const pass = currentPass(item);
  const last = item.visits.length - 1;
  if (!pass)
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
  const round = roundOf(policy, pass);
  const adjudication = pass.phase === 'adjudication';
  const waits = policy.rounds.length - pass.round;
  const due =
    round.dueMinutes === undefined || pass.lateHandled || adjudication
      ? null
      : pass.openedMs + round.dueMinutes * MINUTE;
  return {
    state: adjudication ? 'adjudication' : 'waiting',
    round: pass.round,
    visit: last,
    hidden: round.blind && !pass.fixed ? 1 : 0,
    room: openSlots(pass, round.reviewers),
    turn: ordering.calibration === 1 ? 0 : adjudication ? 1 : 1 + waits,
    rank: rankOf(round.order, ordering),
    untouched: pass.decisions.length > 0 ? 0 : 1,
    due_ms: due,
    reason: null,
  };
}

function rankOf(order: Policy['rounds'][number]['order'], { ordinal, uncertainty, draw }: Ordering): number {
  if (order === 'uncertain first') return -uncertainty;
  return order === 'random' ? draw : ordinal;
}

/** Decisions that stand, with the visit that each is of. */
export const standingDecisions = (item: ItemReview): { visit: number; decision: StandingDecision }[] =>
  item.visits.flatMap((pass, at) =>
    [...pass.decisions, ...(pass.adjudication ? [pass.adjudication] : [])].map((decision) => ({
      visit: at,
      decision,
    })),
  );

const PERSONAL = new Set(['decided already', 'another round', 'wrote it']);

/** Whom the rules keep from the item as it stands for what they did, and who passed it on. */
export function barredReviewers(policy: Policy, item: ItemReview): Map<string, 'may not' | 'skipped'> {
  const barred = new Map<string, 'may not' | 'skipped'>();
  const pass = currentPass(item);
  if (!pass) return barred;
  for (const name of pass.skippedBy) barred.set(name, 'skipped');
  // A role that may, so that the answer is about the person.
  const role = pass.phase === 'adjudication' ? 'admin' : (roundOf(policy, pass).roles[0] ?? 'admin');
  for (const name of new Set(standingDecisions(item).map(({ decision }) => decision.by))) {
    const refusal = refusalByPolicy(policy, item, { name, role });
    if (refusal && PERSONAL.has(refusal.why)) barred.set(name, 'may not');
  }
  return barred;
}

/** For whom places of the item are kept (`kept`), and whose it was when it was late (`late`). */
export function assignmentsOf(item: ItemReview): Map<string, 'kept' | 'late'> {
  const pass = currentPass(item);
  if (!pass) return new Map();
  return new Map([
    ...overdueAssignees(pass).map((name) => [name, 'late'] as const),
    ...assignedTo(pass).map((name) => [name, 'kept'] as const),
  ]);
}
