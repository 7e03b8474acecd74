import type { Generated } from 'kysely';

/** The tables of the ledger (DESIGN.md, idea 3). Keys of calls are defined in core/ledger-key.ts. */
export interface LedgerTables {
  /** One row per completed call. Rows are inserted and deleted (`ledger prune`), never changed. */
  calls: {
    key: string;
    request_digest: string;
    epoch: number;
    attempt: number;
    /** chat, embedding */
    kind: string;
    provider: string;
    model: string;
    /** answered, invalid, refused, rejected */
    outcome: string;
    /** The request as canonical JSON without its long shared parts, compressed. */
    request: Uint8Array;
    /** Digests of the shared parts, as a JSON list. */
    parts: string;
    /** The CallOutcome as canonical JSON, compressed. */
    body: Uint8Array;
    settled_ms: number;
    /** The attempt that got the answer; null: imported by `ledger import`, not paid for here. */
    ticket: string | null;
  } & TokenColumns;
  /** Shared parts of requests, by digest: tool lists, schemas, system messages, earlier turns. */
  call_parts: { sha256: string; body: Uint8Array };
  /** Calls in flight, one row per call until it completes or is released. */
  calls_in_flight: {
    key: string;
    /** Id of this attempt. */
    ticket: string;
    /** Session id of the worker that sent it. */
    owner: string;
    since_ms: number;
    /** The run that sent it (null: no run), and the amount reserved from its budget (null: unknown price). */
    run_id: string | null;
    reserved_usd: number | null;
    /** 1: waits for a permit and is not sent yet; 0: in flight, or its sender does not record it. */
    waiting: number;
  };
  /** Append-only: sends without an answer, or with one that is not used. */
  call_history: {
    seq: Generated<number>;
    key: string;
    at_ms: number;
    /** A CallFailureKind, or `duplicate`, `worker died`, `abandoned`. */
    kind: string;
    provider: string;
    model: string;
    status: number | null;
    message: string | null;
    /** 1: the provider may have billed it. */
    maybe_billed: number;
    /** The provider's `Retry-After`: no worker sends the call again before this time; null: none was given. */
    not_before_ms: number | null;
    /** The CallOutcome of a duplicate, compressed. */
    body: Uint8Array | null;
  } & TokenColumns;
  /** Append-only: which run used which answer for which work item, in the order of first use. */
  run_calls: { seq: Generated<number>; run_id: string; stage: string; work_item: string; key: string };
  /**
   * Spending per run in US dollars: answers in use (spent); attempts possibly billed without answer, and duplicates
   * (lost); calls and tokens without a known price. No row: nothing spent.
   */
  run_spending: {
    run_id: string;
    spent_usd: number;
    lost_usd: number;
    unpriced_calls: number;
    unpriced_tokens: number;
  };
  /** Cache-busting generation of each stage (`--fresh`); no row: 0. */
  stage_epochs: { family: string; stage: string; epoch: number };
}

/** Billed tokens; null if not reported. Prices are applied on reading. */
export interface TokenColumns {
  input_tokens: number | null;
  cached_input_tokens: number | null;
  output_tokens: number | null;
  reasoning_tokens: number | null;
  /** 1: the provider did not give a count of input or output, and ours is in its place; 0 or null: all are its own. */
  estimated: number | null;
}
