/** The tables of stages that ask models (DESIGN.md, "Grain of activities"). */
export interface StageTables {
  /** What a stage works on, in its order, each with its outcome once it is known. */
  stage_subjects: {
    run_id: string;
    stage: string;
    ordinal: number;
    /** Id of the item, row or tool. */
    subject: string;
    /** What the stage needs to know of it, as JSON, compressed; null: it is looked up by its id. */
    input: Uint8Array | null;
    /** `done`, `set aside`; null: left to do. */
    outcome: string | null;
    reason: string | null;
    detail: string | null;
    /** What was made of it, as JSON, compressed. */
    value: Uint8Array | null;
    /** The ledger's keys of the calls that made it, as a JSON list. */
    keys: string | null;
    /** Digest of the request at which it was quarantined: `retry --failed` asks that one again. */
    request_digest: string | null;
  };
  /** Requests that a run asks from a later attempt on, since `retry --failed` was asked for. */
  run_retries: { run_id: string; request_digest: string; first_attempt: number };
}
