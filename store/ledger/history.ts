import type { Insertable, Kysely } from 'kysely';
import type { CallOutcome } from '../../core/call-outcome.js';
import type { KeyedCall } from '../../core/ledger-key.js';
import type { CallFailureKind, Usage } from '../../core/model-call.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import type { TokenColumns } from './tables.js';

/**
 * Why a sent call got no answer, or one that is not used. `duplicate`: another answer was first. `worker died`: while
 * it was in flight. `abandoned`: aborted, or failed in our own code.
 */
export type HistoryKind = CallFailureKind | 'duplicate' | 'worker died' | 'abandoned';

export interface HistoryEntry {
  readonly kind: HistoryKind;
  readonly status?: number | undefined;
  readonly message?: string | undefined;
  /** The provider may have billed it. */
  readonly maybeBilled: boolean;
  /** The provider's `Retry-After`: milliseconds before the call may be sent again. */
  readonly retryAfterMs?: number | undefined;
}

/** Row of a history entry. */
export const historyRow = (
  { key, request }: KeyedCall,
  atMs: number,
  { kind, status, message, maybeBilled, retryAfterMs }: HistoryEntry,
): Insertable<Tables['call_history']> => ({
  key,
  at_ms: atMs,
  kind,
  provider: request.provider,
  model: request.model,
  status: status ?? null,
  message: message ?? null,
  maybe_billed: maybeBilled ? 1 : 0,
  // A server may ask for a time that exceeds the column's range.
  not_before_ms:
    retryAfterMs === undefined ? null : Math.min(Number.MAX_SAFE_INTEGER, atMs + Math.ceil(retryAfterMs)),
  body: null,
  ...tokenColumns(undefined),
});

/** Token columns of an outcome. */
export function tokenColumns(outcome: CallOutcome | undefined): TokenColumns {
  const usage: Usage | undefined = outcome && 'answer' in outcome ? outcome.answer.usage : undefined;
  return {
    input_tokens: usage?.input ?? null,
    cached_input_tokens: usage?.cachedInput ?? null,
    output_tokens: usage?.output ?? null,
    reasoning_tokens: usage?.reasoning ?? null,
    estimated: usage === undefined ? null : usage.estimated === undefined ? 0 : 1,
  };
}

/**
 * Whether an attempt of the call was sent with unknown result (worker died, abandoned, answer lost). A takeover
 * counts the dead worker’s attempt.
 */
export async function maybeSent(store: Store, key: string): Promise<boolean> {
  const row = await store.db.read
    .selectFrom('call_history')
    .select('seq')
    .where('key', '=', key)
    .where('maybe_billed', '=', 1)
    .where('kind', '!=', 'duplicate')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * For calls held back by `Retry-After`, the time before which they must not be sent again, in milliseconds since 1970,
 * by key. It is never further away than the provider's delay, even if the clock was set back or differs between
 * machines. The next attempt of a request, as made by `retry --failed`, has another key and is not held back.
 */
export async function heldUntil(
  db: Kysely<Tables>,
  keys: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  if (keys.length === 0) return held;
  const rows = await db
    .selectFrom('call_history')
    .select(['key', 'at_ms', 'not_before_ms'])
    .where('key', 'in', keys)
    .where('not_before_ms', '>', now)
    .orderBy('seq')
    .execute();
  // The newest entry counts, because the last sender would wait for it.
  for (const { key, at_ms, not_before_ms } of rows)
    if (not_before_ms !== null) held.set(key, Math.min(not_before_ms, now + not_before_ms - at_ms));
  return held;
}

/** Sends of a call without an answer, over all executions. */
export interface FailedSends {
  readonly count: number;
  /** Time and kind of the first failure, in milliseconds since 1970. */
  readonly firstMs: number;
  readonly firstKind: string | undefined;
}

/**
 * Failed sends of a call. Excludes dead workers and abandoned calls, which are not failures of the provider, and
 * requests that were refused for how they were written, which are rewritten or wait for the configuration.
 */
export async function failedSends(store: Store, key: string): Promise<FailedSends> {
  const rows = await store.db.read
    .selectFrom('call_history')
    .select(['at_ms', 'kind'])
    .where('key', '=', key)
    .where('kind', 'not in', ['duplicate', 'worker died', 'abandoned', 'request refused'])
    .orderBy('seq')
    .execute();
  const [first] = rows;
  return { count: rows.length, firstMs: first?.at_ms ?? 0, firstKind: first?.kind };
}

/**
 * Whether a call fails because of its own request: its model has answered other calls since `sinceMs`, or an earlier
 * attempt of the same request was rejected (after `retry --failed` there may be no other calls).
 */
export async function isOwnFault(
  store: Store,
  { requestDigest, request: { provider, model } }: KeyedCall,
  sinceMs: number,
): Promise<boolean> {
  const row = await store.db.read
    .selectFrom('calls')
    .select('key')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('provider', '=', provider),
          eb('model', '=', model),
          eb('settled_ms', '>=', sinceMs),
          eb('outcome', '!=', 'rejected'),
        ]),
        eb.and([eb('request_digest', '=', requestDigest), eb('outcome', '=', 'rejected')]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
