import type { Insertable, Kysely } from 'kysely';
import type { CallOutcome } from '../../core/call-outcome.js';
import type { KeyedCall } from '../../core/ledger-key.js';
import type { CallFailureKind, Usage } from '../../core/model-call.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import type { TokenColumns } from './tables.js';

/**
 * Why something that was sent brought no answer, or none that is used. `duplicate`: another answer was first.
 * `worker died`: with it in flight. `abandoned`: given up before it ended, or failed in our own code.
 */
export type HistoryKind = CallFailureKind | 'duplicate' | 'worker died' | 'abandoned';

export interface HistoryEntry {
  readonly kind: HistoryKind;
  readonly status?: number | undefined;
  readonly message?: string | undefined;
  /** The provider may have billed it. */
  readonly maybeBilled: boolean;
  /** The provider's word: the call is not to be sent again before this many milliseconds have passed. */
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
  // A server may ask for more than a number or a column holds.
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
 * The moments still to come before which calls are not to be sent again, in milliseconds since 1970, by key. None is
 * further off than the provider said, even if the clock was set back or is another machine's. The next attempt of a
 * request, such as `retry --failed` asks for, has another key and is not held.
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
  // The newest of them counts: that is what the last sender would wait for.
  for (const { key, at_ms, not_before_ms } of rows)
    if (not_before_ms !== null) held.set(key, Math.min(not_before_ms, now + not_before_ms - at_ms));
  return held;
}

/** How often a call was sent without an answer, over all starts. */
export interface FailedSends {
  readonly count: number;
  /** When the first one failed, in milliseconds since 1970, and how. */
  readonly firstMs: number;
  readonly firstKind: string | undefined;
}

/** Failed sends of a call; a worker's death and work given up say nothing of the provider. */
export async function failedSends(store: Store, key: string): Promise<FailedSends> {
  const rows = await store.db.read
    .selectFrom('call_history')
    .select(['at_ms', 'kind'])
    .where('key', '=', key)
    .where('kind', 'not in', ['duplicate', 'worker died', 'abandoned'])
    .orderBy('seq')
    .execute();
  const [first] = rows;
  return { count: rows.length, firstMs: first?.at_ms ?? 0, firstKind: first?.kind };
}

/**
 * Whether a call that fails is at fault itself: its model has answered others since a moment, in milliseconds since 1970,
 * or an earlier attempt of the same request ended so (`retry --failed` may have nothing else to ask).
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
