import type { CallOutcome } from '../../core/call-outcome.js';
import type { KeyedCall } from '../../core/ledger-key.js';
import type { Store } from '../store.js';
import { callStates, linkUses, unpackOutcome, type CallUse } from './call-state.js';
import { historyRow } from './history.js';

/** Somebody wants the answer to a call. */
export interface Claim {
  readonly call: KeyedCall;
  /** Names this sending; random. */
  readonly ticket: string;
  /** Incarnation of the worker that would send it; it must be among the living (`renewWorker`). */
  readonly owner: string;
  readonly use?: CallUse | undefined;
}

/**
 * `final`: answered before, and the use is noted. `mine`: the caller is to send it, and to settle or release it whatever
 * happens; `diedWith` the worker that had sent it before, so that it is perhaps bought twice. `on the wire`: another
 * living worker has it, or another call of this one.
 */
export type Claimed =
  | { readonly state: 'final'; readonly outcome: CallOutcome }
  | { readonly state: 'mine'; readonly diedWith?: string }
  | { readonly state: 'on the wire' };

type Decision = Exclude<Claimed, { state: 'final' }> | { readonly state: 'final'; readonly body: Uint8Array };

/** Claims calls, in one write job: of all who ask for the same call, one is told to send it. In order. */
export async function claimCalls(store: Store, claims: readonly Claim[]): Promise<Claimed[]> {
  const now = store.now();
  const decisions = await store.db.write(async (trx) => {
    const states = await callStates(
      trx,
      claims.map(({ call }) => call.key),
      now,
    );
    const taken = new Map<string, Claim>();
    const decided = claims.map((claim): Decision => {
      const { key } = claim.call;
      const final = states.final.get(key);
      if (final !== undefined) return { state: 'final', body: final.body };
      const flight = states.flights.get(key);
      // The same claim again: its first commit had gone through, though its caller was told otherwise.
      if (flight?.ticket === claim.ticket) return { state: 'mine' };
      if (taken.has(key) || flight?.living === true) return { state: 'on the wire' };
      taken.set(key, claim);
      return flight ? { state: 'mine', diedWith: flight.owner } : { state: 'mine' };
    });
    const orphans = [...taken.values()].filter(({ call }) => states.flights.has(call.key));
    if (orphans.length > 0) {
      const keys = orphans.map(({ call }) => call.key);
      await trx.deleteFrom('calls_in_flight').where('key', 'in', keys).execute();
      const rows = orphans.map(({ call }) =>
        historyRow(call, now, { kind: 'worker died', perhapsBilled: true }),
      );
      await trx.insertInto('call_history').values(rows).execute();
    }
    const flights = [...taken.values()].map(({ call, ticket, owner }) => ({
      key: call.key,
      ticket,
      owner,
      since_ms: now,
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
