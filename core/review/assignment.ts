import type { RoundPass } from './round-pass.js';

/**
 * Assignments of a visit: a lead keeps one of its places for a reviewer, until it is taken back, passed on by a skip, or the
 * round is late. The adjudicator's place is another than the reviewers', so that a decision taken back finds theirs as they were.
 */

/** For whom places of the visit are kept now: those who were assigned and have not decided. */
export function assignedTo(pass: RoundPass): string[] {
  if (pass.phase === 'settled') return [];
  // A decision taken back may reopen the visit, and the adjudicator decide in it: then somebody else has to adjudicate.
  if (pass.phase === 'adjudication')
    return undecided(pass, pass.adjudicator === undefined ? [] : [pass.adjudicator]);
  return undecided(pass, pass.assigned);
}

/** Who was assigned when the round was late and has not decided since: anybody may take it, and they still may. */
export const overdueAssignees = (pass: RoundPass): string[] =>
  pass.phase === 'open'
    ? undecided(pass, pass.lateWith).filter((name) => !assignedTo(pass).includes(name))
    : [];

const undecided = ({ decisions }: RoundPass, names: readonly string[] = []): string[] =>
  names.filter((name) => !decisions.some(({ by }) => by === name));

/** How many more may decide in the visit. @param reviewers as many as its round asks for */
export const openSlots = ({ phase, needed, decisions }: RoundPass, reviewers: number): number =>
  phase === 'adjudication' ? 1 : Math.max(0, (needed || reviewers) - decisions.length);

/** The visit with a place kept for a reviewer; the same object where none is left, or it is kept already. */
export function assign(pass: RoundPass, reviewer: string, reviewers: number): RoundPass {
  const now = assignedTo(pass);
  if (pass.phase === 'settled' || now.includes(reviewer) || now.length >= openSlots(pass, reviewers))
    return pass;
  if (pass.decisions.some(({ by }) => by === reviewer)) return pass;
  if (pass.phase === 'adjudication') return { ...pass, adjudicator: reviewer };
  return { ...pass, assigned: [...(pass.assigned ?? []), reviewer] };
}

/** The visit without a reviewer's place; the same object where none was kept. */
export function unassign(pass: RoundPass, reviewer: string): RoundPass {
  if (![...assignedTo(pass), ...overdueAssignees(pass)].includes(reviewer)) return pass;
  const { assigned, adjudicator, lateWith: late, ...rest } = pass;
  if (pass.phase === 'adjudication')
    return { ...rest, ...(assigned ? { assigned } : {}), ...(late ? { lateWith: late } : {}) };
  return {
    ...rest,
    ...(adjudicator === undefined ? {} : { adjudicator }),
    ...named('assigned', without(assigned, reviewer)),
    ...named('lateWith', without(late, reviewer)),
  };
}

/** The visit once it is late: no place is kept any more, and who kept others waiting is remembered. */
export function releaseOverdue(pass: RoundPass): RoundPass {
  const { assigned: _, lateWith: before = [], ...rest } = pass;
  return { ...rest, ...named('lateWith', [...new Set([...before, ...assignedTo(pass)])]) };
}

const without = (names: readonly string[] = [], name: string): string[] =>
  names.filter((one) => one !== name);

const named = <K extends string>(key: K, names: readonly string[]): { [P in K]?: readonly string[] } =>
  (names.length > 0 ? { [key]: names } : {}) as { [P in K]?: readonly string[] };
