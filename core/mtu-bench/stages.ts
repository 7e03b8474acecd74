/** A model says of each intent whether it can stand as a tool (MTU-Bench, appendix B, where people did). */
export const JUDGE_INTENTS_STAGE = 'judge-intents' as const;
/** People decide on intents. */
export const REVIEW_INTENTS_STAGE = 'review-intents' as const;

/** The stages in which a model makes the calls of dialogues that have none (MTU-Bench §2.1.1), in their order. */
export const CREATE_STAGE = 'create' as const;
export const DOCUMENT_STAGE = 'document' as const;
export const SYNTHESIZE_STAGE = 'synthesize' as const;

/** Where people decide on tools that clustering leaves double, before it is done for good. */
export const REVIEW_DUPLICATES_STAGE = 'review-duplicates' as const;

/** The stage in which a model checks the gold of items again (MTU-Bench, appendix B, "LLM Verification"). */
export const RECHECK_STAGE = 'recheck' as const;

/** The stage in which items are rewritten. */
export const REWRITE_STAGE = 'rewrite' as const;

/** Whether a run's intents are judged by anybody, besides the list of those to drop. */
export const decidesOnIntents = ({
  judgeIntents,
  reviewIntents,
}: {
  readonly judgeIntents?: unknown;
  readonly reviewIntents?: unknown;
}): boolean => judgeIntents !== undefined || reviewIntents !== undefined;
