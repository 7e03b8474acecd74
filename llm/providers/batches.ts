import type { ZodType } from 'zod';
import { CallFailure, type ModelAnswer, type ModelRequest } from '../../core/model-call.js';

/** A request in a batch; `id` is what its result is found by: 1 to 64 of letters, digits, `_` and `-`. */
export interface BatchRow {
  readonly id: string;
  readonly request: ModelRequest;
}

/** What one batch takes at most. */
export interface BatchLimits {
  readonly rows: number;
  readonly bytes: number;
}

/** A batch as its provider shows it. */
export interface BatchState {
  /** The provider's name for it. */
  readonly id: string;
  /** OpenAI tells whole seconds. */
  readonly createdMs: number;
  /** Rows that were not reached by then come back as not executed. */
  readonly expiresMs: number;
  /** Results are gone after this; undefined where the provider keeps them. */
  readonly resultsUntilMs?: number;
  /** `ended`: results are there, be it that all rows failed; `failed`: no row was looked at. */
  readonly status: 'running' | 'ended' | 'failed';
  /** Why it failed. */
  readonly problem?: string;
  readonly rows: number;
  /** What it was submitted for; shown by OpenAI alone. */
  readonly intent?: string;
}

/** What became of a row. `foreign`: nobody here has asked it, so the batch is another one's. */
export type BatchOutcome =
  | { readonly id: string; readonly answer: ModelAnswer }
  | { readonly id: string; readonly failure: CallFailure }
  | { readonly id: string; readonly foreign: true };

/** As many rows as one batch takes, ready to go. */
export interface PreparedBatch {
  readonly ids: readonly string[];
  /**
   * Makes the batch. When it fails with `perhapsBilled`, the batch may be there: `list` shows it.
   * @throws CallFailure; the signal's reason when `signal` aborts first
   */
  submit(options: { readonly intent: string; readonly signal: AbortSignal }): Promise<BatchState>;
}

/** The asynchronous way to a provider's models, at half the price. Retries nothing, keeps nothing. */
export interface BatchProvider {
  readonly kind: 'openai' | 'anthropic';
  /** Rows in portions that fit a batch; those that the provider cannot be asked at all are `refused`. */
  prepare(rows: Iterable<BatchRow>): {
    readonly batches: readonly PreparedBatch[];
    readonly refused: readonly { readonly id: string; readonly failure: CallFailure }[];
  };
  /** Batches made since a time, the newest first. @throws CallFailure */
  list(options: { readonly sinceMs: number; readonly signal: AbortSignal }): AsyncIterable<BatchState>;
  /** @throws CallFailure; `rejected` for a batch that is not there */
  poll(id: string, options: { readonly signal: AbortSignal }): Promise<BatchState>;
  /**
   * The results of a batch that has ended, in any order. A row that was not reached, or was cancelled, is a failure
   * `timed out` that was not billed.
   * @param requestOf the request that was sent under an id
   * @throws CallFailure; `rejected` for a batch that is not there or whose results are gone
   */
  results(
    id: string,
    requestOf: (id: string) => ModelRequest | undefined,
    options: { readonly signal: AbortSignal },
  ): AsyncIterable<BatchOutcome>;
}

/** Puts rows into portions of at most so many rows and bytes, a portion for each `group`, in the order of the rows. */
export function portions<R extends { readonly bytes: number; readonly group: string }>(
  rows: readonly R[],
  most: BatchLimits,
): R[][] {
  const made: R[][] = [];
  const open = new Map<string, { rows: R[]; bytes: number }>();
  for (const row of rows) {
    let portion = open.get(row.group);
    if (portion === undefined || portion.rows.length >= most.rows || portion.bytes + row.bytes > most.bytes) {
      portion = { rows: [], bytes: 0 };
      open.set(row.group, portion);
      made.push(portion.rows);
    }
    portion.rows.push(row);
    portion.bytes += row.bytes;
  }
  return made;
}

/** A row that nobody worked on. */
export const notExecuted = (who: string): CallFailure =>
  new CallFailure('timed out', `${who} did not execute the request before its batch ended`);

/** A batch, or its results, that are not there any more: no wait and no other key helps. */
export async function orGone<T>(id: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CallFailure && error.told.status === 404)
      throw new CallFailure('rejected', `The provider has no batch ${id}, or its results are gone (404)`, {
        status: 404,
      });
    throw error;
  }
}

/** The values of JSON lines. @throws CallFailure for a line that is none */
export function* jsonLines(text: string): Generator<unknown> {
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw unreadable();
    }
    yield value;
  }
}

/** @throws CallFailure for a line of another form: no row goes missing in silence */
export function parseBatchLine<T>(value: unknown, schema: ZodType<T>): T {
  const read = schema.safeParse(value);
  if (!read.success) throw unreadable();
  return read.data;
}

const unreadable = (): CallFailure =>
  new CallFailure('answer cut off', 'The results of a batch have a line that cannot be read');
