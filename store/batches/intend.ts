import type { Kysely } from 'kysely';
import type { Reserve } from '../../core/budget.js';
import { canonicalJson } from '../../core/canonical.js';
import type { KeyedCall } from '../../core/ledger-key.js';
import type { ModelRequest } from '../../core/model-call.js';
import { packText } from '../compress.js';
import { appendEvent } from '../events.js';
import { callStates, type CallUse } from '../ledger/call-state.js';
import { takeOver } from '../ledger/claim.js';
import { openReservations, type Denied, type BudgetReservations } from '../ledger/budget-reservations.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import { newBatchId } from './names.js';

/** Calls that one statement is about: databases take so many parameters and no more. */
const CHUNK = 500;

/** A call that is to go with a batch. */
export interface IntendedCall {
  readonly call: KeyedCall<ModelRequest>;
  readonly use: CallUse;
  /** What it reserves of the run's budget, at the price of batches; nothing where no price is known. */
  readonly reserveUsd?: Reserve | undefined;
}

/** What a batch is for. */
export interface BatchPurpose {
  readonly runId: string;
  readonly stage: string;
  readonly provider: string;
  readonly model: string;
}

/** A batch as it was written down. */
export interface Intended {
  /** Undefined: no call was left for it. */
  readonly batchId?: string;
  /** The first call for which the run's budget has no room: neither it nor any after it is in the batch. */
  readonly denied?: Denied & { readonly index: number };
}

/**
 * Writes down a batch before anything of it is sent, and takes its calls, with what they reserve of the run's budget, in
 * one write job: from here on they count as in flight, whatever worker dies, until the batch is settled. Calls that
 * have an outcome, or are in flight elsewhere, are left out.
 *
 * @param calls no key twice
 */
export async function intendBatch(
  store: Store,
  purpose: BatchPurpose,
  calls: readonly IntendedCall[],
): Promise<Intended> {
  const { runId, stage, provider, model } = purpose;
  const now = store.now();
  const batchId = newBatchId();
  const packed = calls.map((one, index) => ({
    ...one,
    index,
    request: packText(canonicalJson(one.call.request)),
  }));
  return store.db.write(async (trx) => {
    const reservations = await openReservations(trx, [runId], now);
    let rows = 0;
    let denied: Intended['denied'];
    for (let from = 0; from < packed.length && denied === undefined; from += CHUNK) {
      const chunk = packed.slice(from, from + CHUNK);
      const found = await takeFree(trx, chunk, { purse: reservations, runId, batchId, now });
      denied = found.denied;
      if (found.taken.length === 0) continue;
      const values = found.taken.map(({ call, use, request }, i) => ({
        batch_id: batchId,
        ordinal: rows + i,
        key: call.key,
        ...call.sample,
        request,
        used_by: canonicalJson(use),
        released: null,
      }));
      await trx.insertInto('batch_calls').values(values).execute();
      rows += found.taken.length;
    }
    if (rows === 0) return { ...(denied && { denied }) };
    await trx
      .insertInto('batches')
      .values({
        batch_id: batchId,
        run_id: runId,
        stage,
        provider,
        model,
        status: 'intended',
        rows,
        created_ms: now,
      })
      .execute();
    await appendEvent(trx, runId, now, 'batch intended', { stage, batch: batchId, calls: rows });
    return { batchId, ...(denied && { denied }) };
  });
}

interface Taking {
  readonly purse: BudgetReservations;
  readonly runId: string;
  readonly batchId: string;
  readonly now: number;
}

/**
 * Takes those of the calls that nobody has sent or is about to, in order, as far as the budget goes; a dead worker's are
 * in the history then.
 */
async function takeFree<T extends IntendedCall & { readonly index: number }>(
  trx: Kysely<Tables>,
  calls: readonly T[],
  { purse: reservations, runId, batchId, now }: Taking,
): Promise<{ readonly taken: readonly T[]; readonly denied?: Intended['denied'] }> {
  const keys = calls.map(({ call }) => call.key);
  const states = await callStates(trx, keys, now);
  const taken: T[] = [];
  const flights: Tables['calls_in_flight'][] = [];
  let denied: Intended['denied'];
  for (const one of calls) {
    const { key } = one.call;
    if (states.final.has(key) || states.flights.get(key)?.living === true) continue;
    const reserved = reservations.reserve(runId, one.reserveUsd);
    if ('state' in reserved) {
      denied = { ...reserved, index: one.index };
      break;
    }
    taken.push(one);
    flights.push({
      ...{ key, ticket: batchId, owner: batchId, since_ms: now },
      ...{ run_id: runId, reserved_usd: reserved.usd, waiting: 0 },
    });
  }
  await takeOver(
    trx,
    taken.map(({ call }) => call),
    states,
    now,
  );
  if (flights.length > 0) await trx.insertInto('calls_in_flight').values(flights).execute();
  return { taken, ...(denied && { denied }) };
}
