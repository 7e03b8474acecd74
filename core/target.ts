import * as z from 'zod';

/** Target of a run that makes candidates until a number of items is accepted. */
export const targetSchema = z
  .strictObject({
    /** Number of items to accept, after review. */
    accepted: z.int().positive(),
    /** Maximum number of candidates; if these do not suffice, the run ends with fewer items. */
    candidates: z.int().positive(),
  })
  .refine(({ accepted, candidates }) => accepted <= candidates, 'accepted is at most candidates');
export type Target = z.infer<typeof targetSchema>;

/** Default maximum of candidates per item; T-Eval's paper kept 37 % of its queries. */
export const CANDIDATES_PER_ITEM = 4;

/** Progress of a run with a target. */
export interface TargetProgress {
  /** Number of candidates made so far, all with an outcome. */
  readonly made: number;
  /** Number of candidates that are accepted, or may still be. */
  readonly passing: number;
}

/**
 * Total number of candidates after the next round; the current number if no round follows. A round makes as many as are
 * probably needed by the yield so far, and at most doubles the number, so that a bad start does not use up the maximum
 * at once.
 */
export function candidatesAfter({ accepted, candidates }: Target, { made, passing }: TargetProgress): number {
  const missing = accepted - passing;
  if (missing <= 0) return made;
  const more = made === 0 ? missing : Math.min(Math.ceil((missing * (made + 1)) / (passing + 1)), made);
  return Math.min(candidates, made + more);
}

/** Reason of accepted items that are in no file. */
export const NOT_NEEDED = 'not needed';

interface Outcome {
  readonly itemId: string;
  readonly outcome: string;
}

/**
 * Items beyond the target. The first accepted items in the order of candidates are exported, not the first to finish.
 * @returns ids of accepted or undecided items after the last exported one
 */
export function notNeeded(inOrder: readonly Outcome[], accepted: number): Set<string> {
  const beyond = new Set<string>();
  let taken = 0;
  for (const { itemId, outcome } of inOrder)
    if (taken === accepted) beyond.add(itemId);
    else if (outcome === 'accepted') taken += 1;
  return beyond;
}
