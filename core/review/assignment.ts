import type { Visit } from './item-review.js';

/**
 * Assignments of a visit: a lead keeps one of its places for a reviewer, until it is taken back, passed on by a skip, or the
 * round is late. The adjudicator's place is another than the reviewers', so that a decision taken back finds theirs as they were.
 */

/** For whom places of the visit are kept now: those who were assigned and have not decided. */
export function assignedTo(visit: Visit): string[] {
  if (visit.phase === 'settled') return [];
  // A decision taken back may reopen the visit, and the adjudicator decide in it: then somebody else has to adjudicate.
  if (visit.phase === 'adjudication')
    return undecided(visit, visit.adjudicator === undefined ? [] : [visit.adjudicator]);
  return undecided(visit, visit.assigned);
}

/** Who was assigned when the round was late and has not decided since: anybody may take it, and they still may. */
export const lateWith = (visit: Visit): string[] =>
  visit.phase === 'open'
    ? undecided(visit, visit.lateWith).filter((name) => !assignedTo(visit).includes(name))
    : [];

const undecided = ({ decisions }: Visit, names: readonly string[] = []): string[] =>
  names.filter((name) => !decisions.some(({ by }) => by === name));

/** How many more may decide in the visit. @param reviewers as many as its round asks for */
export const roomOf = ({ phase, needed, decisions }: Visit, reviewers: number): number =>
  phase === 'adjudication' ? 1 : Math.max(0, (needed || reviewers) - decisions.length);

/** The visit with a place kept for a reviewer; the same object where none is left, or it is kept already. */
export function assign(visit: Visit, reviewer: string, reviewers: number): Visit {
  const now = assignedTo(visit);
  if (visit.phase === 'settled' || now.includes(reviewer) || now.length >= roomOf(visit, reviewers))
    return visit;
  if (visit.decisions.some(({ by }) => by === reviewer)) return visit;
  if (visit.phase === 'adjudication') return { ...visit, adjudicator: reviewer };
  return { ...visit, assigned: [...(visit.assigned ?? []), reviewer] };
}

/** The visit without a reviewer's place; the same object where none was kept. */
export function unassign(visit: Visit, reviewer: string): Visit {
  if (![...assignedTo(visit), ...lateWith(visit)].includes(reviewer)) return visit;
  const { assigned, adjudicator, lateWith: late, ...rest } = visit;
  if (visit.phase === 'adjudication')
    return { ...rest, ...(assigned ? { assigned } : {}), ...(late ? { lateWith: late } : {}) };
  return {
    ...rest,
    ...(adjudicator === undefined ? {} : { adjudicator }),
    ...named('assigned', without(assigned, reviewer)),
    ...named('lateWith', without(late, reviewer)),
  };
}

/** The visit once it is late: no place is kept any more, and who kept others waiting is remembered. */
export function releaseLate(visit: Visit): Visit {
  const { assigned: _, lateWith: before = [], ...rest } = visit;
  return { ...rest, ...named('lateWith', [...new Set([...before, ...assignedTo(visit)])]) };
}

const without = (names: readonly string[] = [], name: string): string[] =>
  names.filter((one) => one !== name);

const named = <K extends string>(key: K, names: readonly string[]): { [P in K]?: readonly string[] } =>
  (names.length > 0 ? { [key]: names } : {}) as { [P in K]?: readonly string[] };
