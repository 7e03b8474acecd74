/** The tables of batches: calls that are at a provider together, for hours, whatever becomes of our workers. */
export interface BatchTables {
  /** One row a batch, from before it is submitted. It stays when all is settled. */
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
    /** How many calls it was submitted with. */
    rows: number;
    created_ms: number;
    /** Incarnation of the worker that is submitting it, or looking whether what was sent has arrived. */
    sender: string | null;
    /** When it was last sent; null: never, or it is known that it did not arrive. */
    sent_ms: number | null;
    /** The provider's name for it. */
    provider_id: string | null;
    submitted_ms: number | null;
    /** Its results are gone after this; null: the provider did not say. */
    results_until_ms: number | null;
    /** Why no results are to be had. */
    problem: string | null;
    settled_ms: number | null;
  };
  /** A call in a batch; the row goes when the call is settled, and stays, without its request, when it is released. */
  batch_calls: {
    batch_id: string;
    /** Part of the id that the provider is told. */
    ordinal: number;
    key: string;
    epoch: number;
    attempt: number;
    /** The request as canonical JSON, compressed: results are read without the stage. */
    request: Uint8Array | null;
    /** What the answer is for, a CallUse as JSON. */
    used_by: string;
    /** Why it came back without an outcome. */
    released: string | null;
  };
}
