import type { CallOutcome } from '../../core/call-outcome.js';
import { canonicalJson } from '../../core/canonical.js';
import type { KeyedCall } from '../../core/ledger-key.js';
import { unpackText } from '../compress.js';
import type { Store } from '../store.js';
import { finalRows } from './call-state.js';
import { insertCalls, packCall } from './complete.js';

/** What became of calls that were to be taken in. */
export interface Imported {
  readonly added: number;
  /** There already, with the same outcome. */
  readonly known: number;
  /** Keys of those that have another outcome here, which stays. */
  readonly differing: readonly string[];
}

/** Takes in calls that were answered elsewhere; what is there stays as it is. A few hundred at a time. */
export async function importCalls(
  store: Store,
  calls: readonly { readonly call: KeyedCall; readonly outcome: CallOutcome }[],
): Promise<Imported> {
  const keys = calls.map(({ call }) => call.key);
  const settledMs = store.now();
  const packed = calls.map(({ call, outcome }) => packCall(call, outcome, { settledMs, ticket: null }));
  // A file may have a call twice: the first counts, there as here.
  const first = new Map(packed.map((one) => [one.row.key, one] as const).reverse());
  const there = await store.db.write(async (trx) => {
    const final = await finalRows(trx, keys);
    await insertCalls(
      trx,
      [...first.values()].filter(({ row }) => !final.has(row.key)),
    );
    return final;
  });
  const kept = (key: string): string =>
    unpackText((there.get(key) ?? first.get(key)?.row)?.body as Uint8Array);
  const differing: string[] = [];
  for (const { call, outcome } of calls)
    if (kept(call.key) !== canonicalJson(outcome)) differing.push(call.key);
  const added = first.size - there.size;
  return { added, known: calls.length - added - differing.length, differing };
}
