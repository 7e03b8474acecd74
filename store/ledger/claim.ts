import type { Kysely } from 'kysely';
import type { Reserve } from '../../core/budget.js';
import type { CallOutcome } from '../../core/call-outcome.js';
import type { KeyedCall } from '../../core/ledger-key.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import { callStates, linkUses, unpackOutcome, type CallStates, type CallUse } from './call-state.js';
import { historyRow } from './history.js';
import { openReservations, type Denied } from './budget-reservations.js';
import { addBills } from './spending.js';

/** Somebody wants the answer to a call. */
export interface Claim {
  readonly call: KeyedCall;
  /** Names this sending; random. */
  readonly ticket: string;
  /** Incarnation of the worker that would send it; it must be among the living (`renewWorker`). */
  readonly owner: string;
  readonly use?: CallUse | undefined;
  /** What it reserves of the budget of the run that uses it; nothing where no price is known. */
  readonly reserveUsd?: Reserve | undefined;
}

/**
 * `final`: answered before, and the use is noted. `mine`: the caller is to send it, and to settle or release it whatever
 * happens; `diedWith` the worker that had sent it before, so that it is perhaps bought twice. `on the wire`: another
 * living worker has it, or another call of this one. `in a batch`: it comes with that batch, hours from now. Else it is
 * denied, and nothing has changed.
 */
export type Claimed =
  | { readonly state: 'final'; readonly outcome: CallOutcome }
  | { readonly state: 'acquired'; readonly diedWith?: string }
  | { readonly state: 'on the wire' }
  | { readonly state: 'in a batch'; readonly batch: string }
  | Denied;

type Decision = Exclude<Claimed, { state: 'final' }> | { readonly state: 'final'; readonly body: Uint8Array };

/** A claim that got its call, with what is reserved for it. */
interface Taken {
  readonly claim: Claim;
  readonly reservedUsd: number | null;
}

/** Claims calls, in one write job: of all who ask for the same call, one is told to send it. In order. */
export async function claimCalls(store: Store, claims: readonly Claim[]): Promise<Claimed[]> {
  const now = store.now();
  const decisions = await store.db.write(async (trx) => {
    const states = await callStates(
      trx,
      claims.map(({ call }) => call.key),
      now,
    );
    const open = claims.filter(({ call }) => !states.final.has(call.key));
    const reservations = await openReservations(
      trx,
      open.flatMap(({ use }) => use?.runId ?? []),
      now,
    );
    const taken = new Map<string, Taken>();
    const decided = claims.map((claim): Decision => {
      const { key } = claim.call;
      const final = states.final.get(key);
      if (final !== undefined) return { state: 'final', body: final.body };
      const flight = states.flights.get(key);
      // The same claim again: its first commit had gone through, though its caller was told otherwise.
      if (flight?.ticket === claim.ticket) return { state: 'acquired' };
      if (flight?.living === true && flight.batch !== undefined)
        return { state: 'in a batch', batch: flight.batch };
      if (taken.has(key) || flight?.living === true) return { state: 'on the wire' };
      const reserved = reservations.reserve(claim.use?.runId, claim.reserveUsd);
      if ('state' in reserved) return reserved;
      taken.set(key, { claim, reservedUsd: reserved.usd });
      return flight ? { state: 'acquired', diedWith: flight.owner } : { state: 'acquired' };
    });
    const calls = [...taken.values()].map(({ claim }) => claim.call);
    await takeOver(trx, calls, states, now);
    const flights = [...taken.values()].map(({ claim: { call, ticket, owner, use }, reservedUsd }) => ({
      key: call.key,
      ticket,
      owner,
      since_ms: now,
      run_id: use?.runId ?? null,
      reserved_usd: reservedUsd,
    }));
    if (flights.length > 0) await trx.insertInto('calls_in_flight').values(flights).execute();
    const final = claims.filter((_, i) => decided[i]?.state === 'final');
    await linkUses(
      trx,
      final.map(({ call, use }) => ({ key: call.key, use })),
    );
    return decided;
  });
  return decisions.map((one): Claimed =>
    one.state === 'final' ? { state: 'final', outcome: unpackOutcome(one.body) } : one,
  );
}

/**
 * Ends the sendings of dead workers whose calls others take; what was reserved for them is perhaps billed. Inside a write
 * job.
 */
export async function takeOver(
  trx: Kysely<Tables>,
  taken: readonly KeyedCall[],
  { flights }: CallStates,
  now: number,
): Promise<void> {
  const orphans = taken.filter(({ key }) => flights.has(key));
  if (orphans.length === 0) return;
  const keys = orphans.map(({ key }) => key);
  await trx.deleteFrom('calls_in_flight').where('key', 'in', keys).execute();
  const rows = orphans.map((call) => historyRow(call, now, { kind: 'worker died', perhapsBilled: true }));
  await trx.insertInto('call_history').values(rows).execute();
  await addBills(
    trx,
    keys.flatMap((key) => {
      const { runId = null, reservedUsd = null } = flights.get(key) ?? {};
      return runId === null || reservedUsd === null ? [] : [{ runId, lost: reservedUsd }];
    }),
  );
}
