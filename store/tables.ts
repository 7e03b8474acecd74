import type { Generated } from 'kysely';
import type { BatchTables } from './batches/tables.js';
import type { LedgerTables } from './ledger/tables.js';
import type { ReviewOutcomeTables } from './review/outcome-tables.js';
import type { ReviewerTables } from './review/reviewer-tables.js';
import type { ReviewTables } from './review/tables.js';
import type { WebhookTables } from './review/webhook-tables.js';
import type { StageTables } from './stages/tables.js';
import type { ToolSessionTables } from './stages/tool-session-tables.js';

/**
 * The tables. Columns are text, integer, double and blob only; times are integer milliseconds, JSON is text, there
 * are no booleans, so that queries and migrations serve SQLite and PostgreSQL alike (DESIGN.md, "The store").
 */
export interface Tables
  extends
    LedgerTables,
    BatchTables,
    StageTables,
    ToolSessionTables,
    ReviewTables,
    ReviewerTables,
    ReviewOutcomeTables,
    WebhookTables {
  /** `store_id`: names this store towards Temporal (task queue, workflow ids); in no output. */
  meta: { key: string; value: string };
  runs: {
    run_id: string;
    name: string;
    family: string;
    status: string;
    /** FrozenRun as canonical JSON, and its digest. */
    frozen: string;
    frozen_digest: string;
    /** Source name -> folder on this machine, as JSON. In no output. */
    roots: string;
    /** Folder that the run exports to. */
    out: string;
    created_ms: number;
    updated_ms: number;
    /** ErrorRecord as JSON, when the run failed or was stopped. */
    error: string | null;
    /** RunCounts as JSON, once exported. */
    counts: string | null;
    /** 1 when somebody asked to cancel. */
    cancel_requested: number;
    /** Budget as JSON, where the run has one. */
    budget: string | null;
  };
  /** Texts by digest: what a run froze (prompts, the catalogue), and the contents that reviewers judge. */
  documents: { sha256: string; body: Uint8Array };
  run_documents: { run_id: string; kind: string; name: string; sha256: string };
  shards: {
    run_id: string;
    shard: number;
    source: string;
    path: string;
    split: string;
    sha256: string;
    bytes: number;
    records: number;
    /** Where the records lie: byte offsets, byte lengths and lines, compressed. */
    places: Uint8Array;
  };
  /** MTU-Bench: one row per record of a source, once its outcome is known. */
  mtu_bench_records: {
    run_id: string;
    shard: number;
    ordinal: number;
    /** Line of the file on which the record begins, from 1. */
    line: number;
    record_id: string;
    outcome: string;
    reason: string | null;
    detail: string | null;
    /** Checks that flagged it, as a JSON list. */
    flags: string | null;
    /** CorpusCounts of the record as JSON. */
    counts: string | null;
    /** MinHash signature of all that the user says, for dialogues that were converted. */
    signature: Uint8Array | null;
  };
  mtu_bench_items: {
    run_id: string;
    setting: string;
    item_id: string;
    shard: number;
    ordinal: number;
    item_version: string;
    /** Null: goes into the evaluation files. */
    not_evaluated: string | null;
    not_evaluated_detail: string | null;
    /** The item as JSON text, compressed. */
    body: Uint8Array;
    /** Ids of the tools called, as a JSON list. */
    tools: string | null;
    /** Digest of the normalised user text: equal for items that say the same. */
    text_digest: string | null;
    /** MinHash signature of the user text, where it is not the whole dialogue's. */
    signature: Uint8Array | null;
    /** 1: made by the split stage from items of several dialogues. */
    joined: number;
  };
  /** What the split stage decided on an item; rewritten whole whenever that stage runs. */
  mtu_bench_placements: {
    run_id: string;
    setting: string;
    item_id: string;
    /** Null: in no evaluation or training file, for `reason`. */
    split: string | null;
    /** The cell whose reserve it waits in, and its place there, from 0. */
    reserve_cell: string | null;
    reserve_rank: number | null;
    reason: string | null;
    detail: string | null;
  };
  /** A slice that a worker has begun; the row goes when the attempt ends, so a row of a dead worker tells of its death. */
  slice_attempts: { run_id: string; shard: number; from_ordinal: number; incarnation: string };
  progress: { run_id: string; stage: string; total: number; done: number };
  /** Append-only: what happened, for people and for tests that kill at a moment of it. */
  events: { seq: Generated<number>; run_id: string; at_ms: number; type: string; data: string };
  /** Calls that a worker may have in flight at a provider's model (`scope`), and how many it could use. */
  limit_permits: { scope: string; incarnation: string; held: number; wanted: number };
  /** How far the time line of a limit a minute is given away; `resource`: requests or tokens. */
  limit_pace: { scope: string; resource: string; next_ms: number };
  workers: {
    incarnation: string;
    pid: number;
    host: string;
    started_ms: number;
    seen_ms: number;
    /** WorkerNote as JSON, of those that say it. */
    note: string | null;
  };
}
