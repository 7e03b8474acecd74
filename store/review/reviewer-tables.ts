/** Reviewers, their tokens and sessions. Only SHA-256 digests of tokens and session ids are stored. */
export interface ReviewerTables {
  reviewers: {
    name: string;
    role: string;
    created_ms: number;
    /** Not null: access revoked. Decisions are kept. */
    ended_ms: number | null;
  };
  reviewer_tokens: {
    token_sha256: string;
    reviewer: string;
    /** `sign-in`: printed by `reviewer add`; `script`: created by the reviewer for a program. */
    kind: string;
    label: string | null;
    created_ms: number;
    /** Null: valid until renewed or revoked. */
    until_ms: number | null;
  };
  reviewer_sessions: {
    session_sha256: string;
    reviewer: string;
    created_ms: number;
    until_ms: number;
  };
}
