import * as z from 'zod';

/** What a tool may come to at most (appendix C.2 of the paper); what is above is dropped. */
export const screeningSchema = z.strictObject({
  /** US dollars per call. */
  maxPrice: z.number().nonnegative(),
  /** Failed calls as a share of those that were tried: the paper names unstable calls, and no figure. */
  maxFailures: z.number().min(0).max(1),
  /** Tokens of an answer. */
  maxAnswerTokens: z.int().nonnegative(),
});
export type Screening = z.infer<typeof screeningSchema>;

/** The paper's figures, and ours for unstable calls. */
export const PAPER_SCREENING: Screening = { maxPrice: 0.5, maxFailures: 0.2, maxAnswerTokens: 4096 };

/** Why screening drops a tool, in the order of the paper. */
export const SCREENING_REASONS = ['high cost', 'unstable calls', 'long answers', 'no return value'] as const;

/** What screening looks at. */
export const SCREENED_FACTS = ['price', 'failures', 'answerTokens', 'returns'] as const;

/** For which tools a model writes documentation: poor documents, or all. */
export const DOCUMENTS_WRITTEN = ['poor', 'all'] as const;
