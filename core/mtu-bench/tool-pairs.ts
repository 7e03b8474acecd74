import * as z from 'zod';
import { countsByReason } from '../frozen-parts.js';
import { reviewRecordSchema } from '../review/review-record.js';
import type { ToolDocument } from '../tool.js';

export { REVIEW_DUPLICATES_STAGE } from './stages.js';

/** A cluster of tools as reviewers compare it with another. */
export interface PairedTool {
  /** Of the cluster as it would be by itself; its id is the centre's. */
  readonly document: ToolDocument;
  /** Ids before clustering, by text. */
  readonly members: readonly string[];
}

/** What reviewers judge: whether two tools that clustering leaves apart are one. */
export interface ToolPair {
  readonly itemId: string;
  /** Both ids, by text. */
  readonly recordId: string;
  /** In the order of their ids. */
  readonly tools: readonly [PairedTool, PairedTool];
  /** Mean distance between the members of the one and of the other, in the measure of `modelThreshold`. */
  readonly distance: number;
  /** What the one tool is to be called; empty: as the centre of all that comes together. */
  readonly name: string;
}

/** What people made of a pair. */
export const pairReviewSchema = z.strictObject({
  /** Of what they were shown first. */
  version: z.string(),
  /** Without the pair itself: the name that they gave is below. */
  told: reviewRecordSchema,
  name: z.string().optional(),
});
export type PairReview = z.infer<typeof pairReviewSchema>;

const both = <T extends z.ZodType>(one: T) => z.tuple([one, one]);

/** What became of a pair: a line of `data/duplicates.jsonl`. */
export const pairLineSchema = z.strictObject({
  itemId: z.string(),
  /** Ids of the two clusters. */
  tools: both(z.string()),
  /** Ids of the tools in each. */
  members: both(z.array(z.string()).min(1)),
  distance: z.number(),
  outcome: z.enum(['joined', 'apart']),
  /** What the tool is called that they are part of, where a person said so. */
  name: z.string().optional(),
  /** Why people keep them apart. */
  reason: z.string().optional(),
  /** Where it is not as the decision on this pair alone would have it. */
  note: z.string().optional(),
  review: pairReviewSchema,
});
export type PairLine = z.infer<typeof pairLineSchema>;

/** What people decided on a run's pairs, as it is clustered by it: `NAME.duplicates`, settled. */
export const settledPairsSchema = z.strictObject({
  /** In the order of item ids. */
  lines: z.array(pairLineSchema),
  /** What those were told who decided. */
  guideline: z.string().optional(),
});
export type SettledPairs = z.infer<typeof settledPairsSchema>;

/** pairs = joined + apart + leftOut. */
export const pairCountsSchema = z.strictObject({
  pairs: z.int(),
  joined: z.int(),
  apart: countsByReason,
  /** Joins that people approved and that would bring together what is to stay apart; absent where there are none. */
  leftOut: z.int().positive().exactOptional(),
  /** Tools that people gave a name to. */
  named: z.int(),
});
export type PairCounts = z.infer<typeof pairCountsSchema>;

/** "; 1 approved join was left out", to go on with after what people joined and kept apart; nothing where there is none. */
export const leftOutWords = ({ leftOut = 0 }: PairCounts): string =>
  leftOut === 0 ? '' : `; ${leftOut} approved ${leftOut === 1 ? 'join was' : 'joins were'} left out`;

/** The lines, and what those were told who decided, in exports of such runs. */
export const PAIRS_FILE = 'data/duplicates.jsonl';
export const DUPLICATES_GUIDELINE_FILE = 'data/guideline-duplicates.md';
