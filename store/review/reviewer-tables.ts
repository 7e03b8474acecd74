/** Who reviews, and what they show to be let in. No token or session id is kept, only its SHA-256. */
export interface ReviewerTables {
  reviewers: {
    name: string;
    role: string;
    created_ms: number;
    /** Not null: may not come in any more. What the reviewer decided stands. */
    ended_ms: number | null;
  };
  reviewer_tokens: {
    token_sha256: string;
    reviewer: string;
    /** `sign-in`: the one that `reviewer add` printed; `script`: made by the reviewer for a program. */
    kind: string;
    label: string | null;
    created_ms: number;
    /** Null: until it is renewed or the reviewer ended. */
    until_ms: number | null;
  };
  reviewer_sessions: {
    session_sha256: string;
    reviewer: string;
    created_ms: number;
    until_ms: number;
  };
}
