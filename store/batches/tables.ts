/** The tables of batches: calls that a provider processes together, for hours, independently of our workers. */
export interface BatchTables {
  /** One row per batch, created before it is submitted. Kept when the batch is settled. */
  batches: {
    /** Also the owner and the ticket of its calls in `calls_in_flight`. */
    batch_id: string;
    /** The run and the stage that it was made for. */
    run_id: string;
    stage: string;
    provider: string;
    model: string;
    /** A BatchStatus. */
    status: string;
    /** Number of calls that it was submitted with. */
    rows: number;
    created_ms: number;
    /** Session id of the worker that is submitting it, or checking whether it arrived. */
    sender: string | null;
    /** When it was last sent; null: never sent, or known not to have arrived. */
    sent_ms: number | null;
    /** Its id at the provider. */
    provider_id: string | null;
    submitted_ms: number | null;
    /** Time after which its results are deleted; null: unknown. */
    results_until_ms: number | null;
    /** Why no results are available. */
    problem: string | null;
    settled_ms: number | null;
  };
  /**
   * A call in a batch. The row is deleted when the call has an outcome; it is kept without its request when the call is
   * released.
   */
  batch_calls: {
    batch_id: string;
    /** Part of the call's id at the provider. */
    ordinal: number;
    key: string;
    epoch: number;
    attempt: number;
    /** The request as canonical JSON, compressed; stored so that results can be read without the stage. */
    request: Uint8Array | null;
    /** Use of the answer, as JSON (store/batches/used-by.ts). */
    used_by: string;
    /** Why it was released without an outcome. */
    released: string | null;
  };
}
