import type { CallOutcome } from '../../core/call-outcome.js';
import { canonicalJson } from '../../core/canonical.js';
import type { KeyedCall } from '../../core/ledger-key.js';
import { unpackText } from '../compress.js';
import type { Store } from '../store.js';
import { finalRows } from './call-state.js';
import { insertCalls, packCall } from './complete.js';
import { parseJson } from '../../core/json.js';

/** Result of an import. */
export interface Imported {
  readonly added: number;
  /** Already present, with the same outcome. */
  readonly known: number;
  /** Keys with another outcome here, which is kept. */
  readonly differing: readonly string[];
}

/** Imports calls answered elsewhere; existing calls are kept. Pass a few hundred at a time. */
export async function importCalls(
  store: Store,
  calls: readonly { readonly call: KeyedCall; readonly outcome: CallOutcome }[],
): Promise<Imported> {
  const keys = calls.map(({ call }) => call.key);
  const settledMs = store.now();
  const packed = calls.map(({ call, outcome }) => packCall(call, outcome, { settledMs, ticket: null }));
  // If a file has a call twice, the first counts.
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
    canonicalJson(parseJson(unpackText((there.get(key) ?? first.get(key)?.row)?.body as Uint8Array)));
  const differing: string[] = [];
  for (const { call, outcome } of calls)
    if (kept(call.key) !== canonicalJson(outcome)) differing.push(call.key);
  const added = first.size - there.size;
  return { added, known: calls.length - added - differing.length, differing };
}
