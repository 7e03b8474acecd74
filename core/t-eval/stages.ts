/** The stages that ask models, in their order. */
export const COMPLETE_STAGE = 'complete';
export const QUERIES_STAGE = 'queries';
export const REFINE_STAGE = 'refine';
export const DUPLICATES_STAGE = 'near-duplicates';
export const ANNOTATE_STAGE = 'annotate';
/** People decide on what `complete` brought. */
export const REVIEW_TOOLS_STAGE = 'review-tools';
/** People decide on the queries that are no near-duplicates. */
export const REVIEW_QUERIES_STAGE = 'review-queries';
/** Where a run makes candidates until enough are accepted: how many there are, and of how many the outcome is known. */
export const CANDIDATES_STAGE = 'candidates';
