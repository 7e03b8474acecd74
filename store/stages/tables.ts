/** The tables of stages that call models (DESIGN.md, "Grain of activities"). */
export interface StageTables {
  /** Work items of a stage, in order, each with its outcome once it is known. */
  stage_work_items: {
    run_id: string;
    stage: string;
    ordinal: number;
    /** Id of the work item: an item, a row or a tool. */
    work_item: string;
    /** Input of the stage, as JSON, compressed; null: looked up by the id. */
    input: Uint8Array | null;
    /** `done`, or `set aside` for quarantined; null: open. */
    outcome: string | null;
    reason: string | null;
    detail: string | null;
    /** The stage's result for it, as JSON, compressed. */
    value: Uint8Array | null;
    /** Ledger keys of the calls that produced it, as a JSON list. */
    keys: string | null;
    /** Digest of the request at which it was quarantined; `retry --failed` makes that request again. */
    request_digest: string | null;
  };
  /** Requests that a run begins with a later attempt, because of `retry --failed`. */
  run_retries: { run_id: string; request_digest: string; first_attempt: number };
}
