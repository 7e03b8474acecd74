import type { Kysely, Selectable } from 'kysely';
import type { CallOutcome } from '../../core/call-outcome.js';
import type { LedgerRequest, Sample } from '../../core/model-call.js';
import { unpackText } from '../compress.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import { unpackOutcome } from './call-state.js';
import { joinRequest } from './request-parts.js';
import { parseJson } from '../../core/json.js';

/** Calls per page. */
const PAGE = 200;
/** Cached shared parts while reading calls. */
const PARTS_KEPT = 2_000;

/** A completed call with its request. */
export interface KeptCall {
  readonly key: string;
  readonly sample: Sample;
  readonly request: LedgerRequest;
  readonly outcome: CallOutcome;
}

/**
 * Calls of the ledger in key order.
 * @param runId only calls used by this run
 */
export async function* streamCalls(store: Store, runId?: string): AsyncGenerator<KeptCall> {
  const parts = new Map<string, string>();
  for (let after = ''; ;) {
    let query = store.db.read.selectFrom('calls').selectAll().where('key', '>', after);
    if (runId !== undefined)
      query = query.where('key', 'in', (eb) =>
        eb.selectFrom('run_calls').select('key').where('run_id', '=', runId),
      );
    const rows = await query.orderBy('key').limit(PAGE).execute();
    if (parts.size > PARTS_KEPT) parts.clear();
    yield* await wholeCalls(store.db.read, rows, parts);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.key;
  }
}

/** Builds calls from rows. @param parts cache of shared parts; extended */
export async function wholeCalls(
  db: Kysely<Tables>,
  rows: readonly Selectable<Tables['calls']>[],
  parts = new Map<string, string>(),
): Promise<KeptCall[]> {
  const lacking = new Set(rows.flatMap((row) => partsOf(row)).filter((sha256) => !parts.has(sha256)));
  if (lacking.size > 0) {
    const found = await db
      .selectFrom('call_parts')
      .selectAll()
      .where('sha256', 'in', [...lacking])
      .execute();
    for (const { sha256, body } of found) parts.set(sha256, unpackText(body));
  }
  return rows.map((row) => ({
    key: row.key,
    sample: { epoch: row.epoch, attempt: row.attempt },
    request: joinRequest(unpackText(row.request), parts),
    outcome: unpackOutcome(row.body),
  }));
}

/** Digests of a request’s shared parts. */
export const partsOf = ({ parts }: { readonly parts: string }): string[] => parseJson(parts) as string[];
