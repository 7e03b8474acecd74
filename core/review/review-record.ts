import * as z from 'zod';
import { SPLITS } from '../split.js';
import { jsonSchema } from './json.js';
import { DEMO_REVIEWER, recordedRoundSchema, type RecordedRound } from './event.js';
import { roundOf, type ItemReview } from './item-review.js';
import type { StandingDecision } from './round-pass.js';
import type { Policy } from './policy.js';

/** What an export tells of an item's review: every decision used, in order, without times (DESIGN.md, "An export"). */
export const reviewRecordSchema = z.strictObject({
  outcome: z.enum(['accepted', 'rejected', 'undecided']),
  /** Where it goes; absent: into no file. */
  split: z.enum(SPLITS).optional(),
  reason: z.string().optional(),
  /** By whom, in the run from which it was taken over where there is one. */
  rounds: z.array(recordedRoundSchema),
  /** The export from which the decision was taken over. */
  carriedFrom: z.string().optional(),
  /** Version as generated, and the item as accepted, where that is not the same. */
  generated: z.string().optional(),
  content: jsonSchema.optional(),
});
export type ReviewRecord = z.infer<typeof reviewRecordSchema>;

/** The decisions that made an item what it is, round by round. */
export function recordedRounds(policy: Policy, review: ItemReview | undefined): RecordedRound[] {
  const made = (review?.visits ?? [])
    .filter((pass) => pass.decisions.length > 0 || pass.adjudication)
    .map((pass) => ({
      round: roundOf(policy, pass).name,
      decisions: pass.decisions.map(recordedDecision),
      ...(pass.adjudication ? { adjudication: recordedDecision(pass.adjudication) } : {}),
    }));
  return made.length > 0 ? made : [...(review?.carriedRounds ?? [])];
}

const recordedDecision = ({ by, verdict, version, edited, reason, text }: StandingDecision) => ({
  by,
  verdict,
  version,
  ...(edited ? { edited: edited.version } : {}),
  ...(reason ? { reason } : {}),
  ...(text === undefined ? {} : { text }),
});

/** Whether the demo had a hand in it: that is nobody's judgement. */
export const decidedByDemo = (rounds: readonly RecordedRound[]): boolean =>
  rounds.some(({ decisions, adjudication }) =>
    [...decisions, ...(adjudication ? [adjudication] : [])].some(({ by }) => by === DEMO_REVIEWER),
  );
