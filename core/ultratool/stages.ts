/** The stages of `ultratool`. */
export const WRITE_QUERIES_STAGE = 'write queries';
export const QUERIES_STAGE = 'queries';
export const DUPLICATES_STAGE = 'near-duplicates';
export const REVIEW_QUERIES_STAGE = 'review queries';
export const PLANS_STAGE = 'plans';
export const TOOLS_STAGE = 'tools';
export const CALLS_STAGE = 'calls';
export const MERGE_STAGE = 'merge';
export const REVIEW_MERGES_STAGE = 'review merges';
export const CHECK_STAGE = 'check';
export const REPAIR_STAGE = 'repair';
export const DISTRACTORS_STAGE = 'distractors';

/** The gate at which reviewers write queries. */
export const WRITING_GATE = 'writing';
