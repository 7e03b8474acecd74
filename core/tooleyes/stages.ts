/** The stages of `tooleyes`. */
export const HEALTH_STAGE = 'health';
export const SCREENING_STAGE = 'screening';
export const REVIEW_TOOLS_STAGE = 'review tools';
export const DOCUMENTS_STAGE = 'documents';
export const WRITE_QUERIES_STAGE = 'write queries';
export const DRAFTS_STAGE = 'drafts';
export const DUPLICATES_STAGE = 'near-duplicates';
export const REVIEW_QUERIES_STAGE = 'review queries';
export const TRAJECTORIES_STAGE = 'trajectories';
export const JUDGE_STAGE = 'judge';
export const REVIEW_JUDGEMENTS_STAGE = 'review judgements';

/** The gate at which reviewers write queries. */
export const WRITING_GATE = 'writing';

/** The gate at which reviewers decide on tools. */
export const TOOLS_GATE = 'tools';
