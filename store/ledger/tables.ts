import type { Generated } from 'kysely';

/** The tables of paid answers (DESIGN.md, idea 3). What a call is named by is in core/ledger-key.ts. */
export interface LedgerTables {
  /** One row a call that has ended for good. Rows are added, and removed by `ledger prune`; none ever changes. */
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
    /** Digests of those parts, as a JSON list. */
    parts: string;
    /** The CallOutcome as canonical JSON, compressed. */
    body: Uint8Array;
    settled_ms: number;
    /** The sending that brought it; null: it came with `ledger import` and was not paid for here. */
    ticket: string | null;
  } & TokenColumns;
  /** What many requests share, by digest: tool lists, schemas, system messages, earlier turns. */
  call_parts: { sha256: string; body: Uint8Array };
  /** Calls on the wire, one row each until it is settled or released. */
  calls_in_flight: {
    key: string;
    /** Names this sending of the call. */
    ticket: string;
    /** Incarnation of the worker that sent it. */
    owner: string;
    since_ms: number;
    /** The run that sent it, and what it has reserved of its budget; null: for no run, at an unknown price. */
    run_id: string | null;
    reserved_usd: number | null;
  };
  /** Append-only: what was sent and brought no answer, or one that is not used. */
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
    perhaps_billed: number;
    /** The CallOutcome that came too late, compressed. */
    body: Uint8Array | null;
  } & TokenColumns;
  /** Append-only: which run used which answer for what, in the order of first use. */
  run_calls: { seq: Generated<number>; run_id: string; stage: string; subject: string; key: string };
  /**
   * What a run has spent, in US dollars: for answers that count; for what was perhaps billed and brought nothing, and
   * second answers; and calls, with their tokens, whose price nobody had named. A run that spent nothing has no row.
   */
  run_spending: {
    run_id: string;
    spent_usd: number;
    lost_usd: number;
    unpriced_calls: number;
    unpriced_tokens: number;
  };
  /** How often `--fresh` was asked for a stage of a family; a stage without a row has epoch 0. */
  stage_epochs: { family: string; stage: string; epoch: number };
}

/** Tokens as the provider billed them; null where none were told. Prices are applied when they are read. */
export interface TokenColumns {
  input_tokens: number | null;
  cached_input_tokens: number | null;
  output_tokens: number | null;
  reasoning_tokens: number | null;
}
