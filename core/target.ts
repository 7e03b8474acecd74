import * as z from 'zod';

/** A run that makes candidates until a number of items is accepted. */
export const targetSchema = z
  .strictObject({
    /** Items that are wanted, after review. */
    accepted: z.int().positive(),
    /** Candidates at most: where these do not suffice, the run ends with what was accepted. */
    candidates: z.int().positive(),
  })
  .refine(({ accepted, candidates }) => accepted <= candidates, 'accepted is at most candidates');
export type Target = z.infer<typeof targetSchema>;

/** Candidates for each wanted item, where the number is not given: the paper of T-Eval kept 37 % of its queries. */
export const CANDIDATES_PER_ITEM = 4;

/** How far a run with a target is. */
export interface TargetProgress {
  /** Candidates made so far, all with an outcome. */
  readonly made: number;
  /** Those of them that are accepted, or may still be. */
  readonly passing: number;
}

/**
 * How many candidates there are to be after the next round; as many as there are where no round follows. A round makes as
 * many as the yield so far says are missing, and at most doubles their number, so that a bad beginning does not ask for all
 * of them.
 */
export function candidatesAfter({ accepted, candidates }: Target, { made, passing }: TargetProgress): number {
  const missing = accepted - passing;
  if (missing <= 0) return made;
  const more = made === 0 ? missing : Math.min(Math.ceil((missing * (made + 1)) / (passing + 1)), made);
  return Math.min(candidates, made + more);
}

/** Why an item that passed is in no file. */
export const NOT_NEEDED = 'not needed';

interface Outcome {
  readonly itemId: string;
  readonly outcome: string;
}

/**
 * The items that go into the files: the first that are accepted, in the order of candidates, never the first to finish.
 * @returns ids of items that passed, or that nobody has decided on, behind the last of them
 */
export function notNeeded(inOrder: readonly Outcome[], accepted: number): Set<string> {
  const beyond = new Set<string>();
  let taken = 0;
  for (const { itemId, outcome } of inOrder)
    if (taken === accepted) beyond.add(itemId);
    else if (outcome === 'accepted') taken += 1;
  return beyond;
}
