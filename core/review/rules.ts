import { assignedTo, openSlots } from './assignment.js';
import { currentPass, roundOf, undoablePass, type ItemReview } from './item-review.js';
import type { RoundPass } from './round-pass.js';
import type { RejectReason, Verdict } from './event.js';
import type { Policy, ReviewerRole } from './policy.js';
import { rejectReasons } from './reject-reasons.js';

/** Who acts. */
export interface Actor {
  readonly name: string;
  readonly role: ReviewerRole;
}

/** Why an action is refused: a word for programs and a sentence for people. */
export interface Refusal {
  readonly why:
    | 'settled'
    | 'not your role'
    | 'decided already'
    | 'enough decided'
    | 'another round'
    | 'wrote it'
    | 'other version'
    | 'nothing to adjudicate'
    | 'not in this round'
    | 'nothing to undo'
    | 'not yours'
    /** Somebody else has it leased. */
    | 'claimed'
    /** A lead keeps it for somebody else, or for this reviewer already. */
    | 'assigned'
    | 'closed'
    /** The queue's items are not all in. */
    | 'not open yet'
    | 'share used up'
    | 'reason missing'
    /** The reason is one of another kind of queue. */
    | 'reason unfit'
    | 'content missing'
    | 'not settled'
    /** A bulk decision found another number than its preview. */
    | 'other count'
    /** The idempotency key was used for something else. */
    | 'key used';
  readonly text: string;
}

export const refuse = (why: Refusal['why'], text: string): Refusal => ({ why, text });

/** Whether somebody may work on the item as it stands; undefined when so. Claims and decisions ask the same. */
export const refusalToWork = (policy: Policy, item: ItemReview, actor: Actor): Refusal | undefined =>
  refusalByPolicy(policy, item, actor) ?? refusalByAssignment(policy, item, actor);

/** Whether a lead may keep the item for somebody: who could work on it, and for whom it is not kept yet. */
export function refusalToAssign(policy: Policy, item: ItemReview, reviewer: Actor): Refusal | undefined {
  const refused = refusalToWork(policy, item, reviewer);
  if (refused) return refused;
  const pass = currentPass(item);
  return pass && assignedTo(pass).includes(reviewer.name)
    ? refuse('assigned', `It is assigned to ${reviewer.name} already.`)
    : undefined;
}

/** Places that are kept for others are not there for anybody else. */
function refusalByAssignment(policy: Policy, item: ItemReview, { name }: Actor): Refusal | undefined {
  const pass = currentPass(item);
  const names = pass ? assignedTo(pass) : [];
  if (!pass || names.length === 0 || names.includes(name)) return undefined;
  const { reviewers, blind } = roundOf(policy, pass);
  if (names.length < openSlots(pass, reviewers)) return undefined;
  // In a blind round who is about to decide is not told, as with leases.
  const whom = blind && !pass.fixed ? 'somebody else' : names.join(', ');
  return refuse('assigned', `It is assigned to ${whom}.`);
}

/** The same but for assignments: what follows from the policy and from what the reviewer did. */
export function refusalByPolicy(policy: Policy, item: ItemReview, actor: Actor): Refusal | undefined {
  const pass = currentPass(item);
  if (!pass) return refuse('settled', `It is ${item.state} already.`);
  const round = roundOf(policy, pass);
  const decidedHere = pass.decisions.some(({ by }) => by === actor.name);
  if (pass.phase === 'adjudication') {
    if (actor.role === 'annotator')
      return refuse('not your role', 'Its reviewers differ; an adjudicator decides.');
    if (decidedHere) return refuse('decided already', 'Who decided in the round does not adjudicate it.');
    return refusalByPriorWork(policy, item, pass, actor);
  }
  if (!round.roles.includes(actor.role))
    return refuse('not your role', `Round "${round.name}" is for: ${round.roles.join(', ')}.`);
  if (decidedHere) return refuse('decided already', 'You have decided on it in this round.');
  if (pass.decisions.length >= (pass.needed || round.reviewers))
    return refuse('enough decided', 'As many as the round asks for have decided.');
  return refusalByPriorWork(policy, item, pass, actor);
}

/** Somebody who decided in a round that this one excludes, since the item was last reopened, or ever wrote what is judged. */
function refusalByPriorWork(
  policy: Policy,
  item: ItemReview,
  pass: RoundPass,
  actor: Actor,
): Refusal | undefined {
  const { notWhoDid } = roundOf(policy, pass);
  const start = firstPassSinceReopened(item);
  for (const [at, other] of item.visits.slice(0, -1).entries()) {
    const { name } = roundOf(policy, other);
    const mine = [...other.decisions, ...(other.adjudication ? [other.adjudication] : [])].filter(
      ({ by }) => by === actor.name,
    );
    if (at >= start && mine.length > 0 && notWhoDid.includes(name))
      return refuse('another round', `You decided on it in round "${name}".`);
    if (mine.some(({ edited }) => edited?.version === pass.version && pass.version !== other.version))
      return refuse('wrote it', 'What is judged here are your own words.');
  }
  return undefined;
}

/** Index of the first visit since the item was last reopened. */
export function firstPassSinceReopened(item: ItemReview): number {
  let start = 0;
  item.visits.forEach((pass, at) => {
    if (at > 0 && pass.round <= (item.visits[at - 1]?.round ?? -1)) start = at;
  });
  return start;
}

/** A decision as somebody wants to make it. */
export interface WantedDecision {
  readonly visit: number;
  readonly verdict: Verdict;
  readonly version: string;
  readonly adjudicates: boolean;
}

/** Whether a decision may be made; undefined when so. Claim and token are the store's to check. */
export function refusalToDecide(
  policy: Policy,
  item: ItemReview,
  actor: Actor,
  wanted: WantedDecision,
): Refusal | undefined {
  const refused = refusalToWork(policy, item, actor);
  if (refused) return refused;
  const pass = currentPass(item);
  if (!pass || wanted.visit !== item.visits.length - 1)
    return refuse('another round', 'The item has moved to another round.');
  if (wanted.version !== pass.version)
    return refuse('other version', 'The item has changed since it was shown.');
  if (wanted.adjudicates !== (pass.phase === 'adjudication'))
    return wanted.adjudicates
      ? refuse('nothing to adjudicate', 'Its reviewers have not differed.')
      : refuse('not in this round', 'Its reviewers differ; only an adjudicator decides now.');
  const { action, name } = roundOf(policy, pass);
  if (wanted.verdict === 'edit' && action === 'judge' && !wanted.adjudicates)
    return refuse('not in this round', `Round "${name}" judges; nothing is edited in it.`);
  // Nor for an adjudicator who was called because nobody came: what others wrote is taken over by an edit.
  if (wanted.verdict === 'approve' && action === 'write')
    return refuse(
      'not in this round',
      `In round "${name}" the item is written, there is nothing to approve yet.`,
    );
  return undefined;
}

/**
 * Whether a decision says all that its verdict needs, and a rejection a reason that its queue's items can have; undefined
 * when so.
 * @param family the queue's
 */
export function refusalOfForm(
  said: {
    readonly verdict: Verdict;
    readonly reason?: RejectReason | undefined;
    readonly text?: string | undefined;
    readonly content?: unknown;
  },
  family: string,
): Refusal | undefined {
  if (said.verdict === 'edit' && said.content === undefined)
    return refuse('content missing', 'An edit needs the item as edited.');
  if (said.verdict !== 'reject') return undefined;
  if (said.reason === undefined) return refuse('reason missing', 'A rejection needs a reason of the list.');
  const fit = rejectReasons(family);
  if (!fit.includes(said.reason))
    return refuse('reason unfit', `"${said.reason}" is no reason in this queue; one of: ${fit.join(', ')}.`);
  if (said.reason === 'other' && !said.text?.trim())
    return refuse('reason missing', 'The reason "other" needs a text.');
  return undefined;
}

/** Whether a decision may be taken back by somebody: within its round, by who made it, or by an admin. */
export function refusalToUndo(item: ItemReview, actor: Actor, decision: string): Refusal | undefined {
  const at = undoablePass(item);
  const pass = at === undefined ? undefined : item.visits[at];
  const found = [...(pass?.decisions ?? []), ...(pass?.adjudication ? [pass.adjudication] : [])].find(
    ({ key }) => key === decision,
  );
  if (!pass || !found)
    return refuse('nothing to undo', 'The decision is taken back, or others have built on it.');
  if (found.by !== actor.name && actor.role !== 'admin')
    return refuse('not yours', `${found.by} decided that.`);
  // Who decided sees from then on what all said, and stays with it.
  if (pass.adjudication && found !== pass.adjudication)
    return refuse('nothing to undo', 'An adjudicator has decided since.');
  return undefined;
}

/**
 * What somebody may see of the decisions and comments of a visit. In a blind round only their own, while a decision of it
 * can still be taken back and made anew: who made it must not have seen the others'. Once an adjudicator has decided,
 * nobody can, and all may learn from it. Who may adjudicate, or did, sees all from when its reviewers differ.
 */
export function maySeeOthers(policy: Policy, item: ItemReview, at: number, actor: Actor): boolean {
  const pass = item.visits[at];
  if (!pass || !roundOf(policy, pass).blind) return true;
  if (pass.adjudication || pass.fixed) return true;
  if (pass.phase === 'settled' && undoablePass(item) !== at) return true;
  if (pass.phase === 'adjudication') return refusalByPolicy(policy, item, actor) === undefined;
  return (
    pass.phase === 'settled' &&
    actor.role !== 'annotator' &&
    !pass.decisions.some(({ by }) => by === actor.name)
  );
}
