import type { Insertable, Kysely } from 'kysely';
import { admission } from '../../core/budget.js';
import type { CallOutcome } from '../../core/call-outcome.js';
import { canonicalJson } from '../../core/canonical.js';
import type { KeyedCall } from '../../core/ledger-key.js';
import { packText } from '../compress.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import { finalRows, linkUses, unpackOutcome, type CallUse } from './call-state.js';
import { historyRow, tokenColumns, type HistoryEntry } from './history.js';
import { packPart, splitRequest } from './request-parts.js';
import { addBills, budgetsOf, NO_SPENDING, spendingOf, type Bill, type ExceededBudget } from './spending.js';

/** A call that was sent has ended for good. */
export interface CallCompletion {
  readonly call: KeyedCall;
  readonly ticket: string;
  readonly outcome: CallOutcome;
  readonly use?: CallUse | undefined;
  /** The run that pays for it, and how much, in US dollars; undefined: nobody has named a price. */
  readonly paid?: { readonly runId: string; readonly usd: number | undefined } | undefined;
}

/** The outcome that counts: the first that arrived. */
export interface CompletedCall {
  readonly outcome: CallOutcome;
  /** Another was first: this one is kept in the history, and used by nobody. */
  readonly duplicate: boolean;
  /** The budget of the run that pays, where it is passed now. */
  readonly exceeded?: ExceededBudget | undefined;
}

/** An outcome with its request, compressed, ready to be written. */
export interface PackedCall {
  readonly row: Insertable<Tables['calls']>;
  readonly parts: readonly { readonly sha256: string; readonly body: Uint8Array }[];
}

/** A call and its outcome as their rows; made before a write job, which others wait for. */
export function packCall(
  { key, requestDigest, request, sample }: KeyedCall,
  outcome: CallOutcome,
  { settledMs, ticket }: { readonly settledMs: number; readonly ticket: string | null },
): PackedCall {
  const { shell, parts } = splitRequest(request);
  const bodies = parts.map((part) => ({ sha256: part.sha256, body: packPart(part) }));
  return {
    parts: bodies,
    row: {
      key,
      request_digest: requestDigest,
      ...sample,
      kind: request.kind,
      provider: request.provider,
      model: request.model,
      outcome: outcome.outcome,
      request: packText(shell),
      parts: JSON.stringify(parts.map(({ sha256 }) => sha256)),
      body: packText(canonicalJson(outcome)),
      settled_ms: settledMs,
      ticket,
      ...tokenColumns(outcome),
    },
  };
}

/** Writes calls that the store does not have, with those of their parts that it lacks. Inside a write job. */
export async function insertCalls(trx: Kysely<Tables>, calls: readonly PackedCall[]): Promise<void> {
  if (calls.length === 0) return;
  const parts = new Map(calls.flatMap((call) => call.parts.map(({ sha256, body }) => [sha256, body])));
  if (parts.size > 0) {
    const there = await trx
      .selectFrom('call_parts')
      .select('sha256')
      .where('sha256', 'in', [...parts.keys()])
      .execute();
    for (const { sha256 } of there) parts.delete(sha256);
  }
  const missing = [...parts].map(([sha256, body]) => ({ sha256, body }));
  if (missing.length > 0) await trx.insertInto('call_parts').values(missing).execute();
  await trx
    .insertInto('calls')
    .values(calls.map(({ row }) => row))
    .execute();
}

/**
 * Keeps the outcomes of calls, in one write job, and notes their uses. A call that was taken over meanwhile (its worker
 * was held to be dead) may have an outcome: then that one stays and counts, and the late one is kept as a duplicate.
 */
export async function completeCalls(
  store: Store,
  settlements: readonly CallCompletion[],
): Promise<CompletedCall[]> {
  const now = store.now();
  const packed = settlements.map(({ call, outcome, ticket }) =>
    packCall(call, outcome, { settledMs: now, ticket }),
  );
  const { answers: bodies, exceeded } = await store.db.write(async (trx) => {
    const final = await finalRows(
      trx,
      settlements.map(({ call }) => call.key),
    );
    const first: PackedCall[] = [];
    const duplicates: Insertable<Tables['call_history']>[] = [];
    const bills: Bill[] = [];
    const answers = settlements.map((settlement, i) => {
      const { call, outcome, ticket } = settlement;
      const known = final.get(call.key);
      const mine = packed[i] as PackedCall;
      if (known === undefined) {
        first.push(mine);
        bills.push(...billFor(settlement, 'spent'));
        final.set(call.key, { body: mine.row.body, ticket });
        return undefined;
      }
      // The same settlement again: its first commit had gone through, though its caller was told otherwise.
      if (known.ticket === ticket) return undefined;
      const entry = historyRow(call, now, { kind: 'duplicate', perhapsBilled: true });
      duplicates.push({ ...entry, ...tokenColumns(outcome), body: mine.row.body });
      bills.push(...billFor(settlement, 'lost'));
      return known.body;
    });
    await insertCalls(trx, first);
    if (duplicates.length > 0) await trx.insertInto('call_history').values(duplicates).execute();
    const exceeded = await addBills(trx, bills);
    await endFlights(trx, settlements);
    await linkUses(
      trx,
      settlements.map(({ call, use }) => ({ key: call.key, use })),
    );
    return { answers, exceeded };
  });
  return settlements.map(({ outcome, paid }, i) => {
    const known = bodies[i];
    return {
      ...(known ? { outcome: unpackOutcome(known), duplicate: true } : { outcome, duplicate: false }),
      exceeded: paid && exceeded.get(paid.runId),
    };
  });
}

/** What an answer cost the run that asked for it. A request that the provider would not take costs nothing. */
function billFor({ outcome, paid }: CallCompletion, as: 'spent' | 'lost'): Bill[] {
  if (paid === undefined || !('answer' in outcome)) return [];
  const { runId, usd } = paid;
  if (usd !== undefined) return [{ runId, [as]: usd }];
  const { input, output } = outcome.answer.usage;
  return [{ runId, unpricedCalls: 1, unpricedTokens: input + output }];
}

/** A call that was sent brought no answer. */
export interface Release {
  readonly call: KeyedCall;
  readonly ticket: string;
  /** Left out where nothing was sent after all. */
  readonly entry?: HistoryEntry;
  /** It is sent again at once by the same caller, who keeps it. */
  readonly retried?: boolean;
}

/**
 * Notes failures in the history, in one write job, and lets go of the calls: whoever claims one next may send it.
 * @returns for each the outcome that the call has nonetheless, from a worker that was held to be dead
 */
export async function releaseCalls(
  store: Store,
  releases: readonly Release[],
): Promise<(CallOutcome | undefined)[]> {
  const now = store.now();
  const final = await store.db.write(async (trx) => {
    const rows = releases.flatMap(({ call, entry }) => (entry ? [historyRow(call, now, entry)] : []));
    if (rows.length > 0) await trx.insertInto('call_history').values(rows).execute();
    await addBills(trx, await lostReservations(trx, releases));
    await endFlights(
      trx,
      releases.filter(({ retried }) => retried !== true),
    );
    return finalRows(
      trx,
      releases.map(({ call }) => call.key),
    );
  });
  return Promise.all(
    releases.map(async ({ call }) => {
      const known = final.get(call.key);
      return known && unpackOutcome(known.body);
    }),
  );
}

/**
 * What was reserved for sendings that were perhaps billed. Where the call was taken over, that has been counted then.
 * One that is sent again goes on with its reserve (see `keepReservation`). Inside a write job, before the calls are let go of.
 */
export async function lostReservations(trx: Kysely<Tables>, releases: readonly Release[]): Promise<Bill[]> {
  const tickets = releases.flatMap(({ ticket, entry }) => (entry?.perhapsBilled ? [ticket] : []));
  if (tickets.length === 0) return [];
  const rows = await trx
    .selectFrom('calls_in_flight')
    .select(['run_id', 'reserved_usd'])
    .where(
      'key',
      'in',
      releases.map(({ call }) => call.key),
    )
    .where('ticket', 'in', tickets)
    .execute();
  return rows.flatMap(({ run_id, reserved_usd }) =>
    run_id === null || reserved_usd === null ? [] : [{ runId: run_id, lost: reserved_usd }],
  );
}

/**
 * Whether a call that was perhaps billed in vain may be sent again within its run's budget: for its reserve counts as
 * lost then, and it needs another. Where it may not, it is let go of, and may be claimed again.
 */
export async function keepReservation(store: Store, call: KeyedCall, ticket: string): Promise<boolean> {
  return store.db.write(async (trx) => {
    const flight = await trx
      .selectFrom('calls_in_flight')
      .select('run_id')
      .where('key', '=', call.key)
      .where('ticket', '=', ticket)
      .executeTakeFirst();
    const runId = flight?.run_id ?? undefined;
    const budget = runId === undefined ? undefined : (await budgetsOf(trx, [runId])).get(runId);
    if (runId === undefined || budget === undefined) return true;
    // Its own reserve is among those of the calls in flight.
    const spending = (await spendingOf(trx, [runId], store.now())).get(runId) ?? NO_SPENDING;
    if (admission(budget, spending, 0) === 'acquired') return true;
    await endFlights(trx, [{ call, ticket }]);
    return false;
  });
}

/** Only where the ticket is still the caller's: another may have taken the call over. */
async function endFlights(
  trx: Kysely<Tables>,
  tickets: readonly { readonly call: KeyedCall; readonly ticket: string }[],
): Promise<void> {
  if (tickets.length === 0) return;
  await trx
    .deleteFrom('calls_in_flight')
    .where(
      'key',
      'in',
      tickets.map(({ call }) => call.key),
    )
    .where(
      'ticket',
      'in',
      tickets.map(({ ticket }) => ticket),
    )
    .execute();
}
