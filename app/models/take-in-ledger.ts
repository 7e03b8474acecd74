import { readLedgerFile } from '../../llm/ledger/ledger-file.js';
import { importCalls, type Imported } from '../../store/ledger/import.js';
import type { Store } from '../../store/store.js';

/** Calls taken in at a time. */
const BATCH = 200;

/**
 * Takes the answers of a file into a store; what is there stays as it is.
 * @throws LEDGER_INVALID; what stands before the line that it names has been taken in
 */
export async function takeInLedger(store: Store, file: string): Promise<Imported> {
  const sum = { added: 0, known: 0, differing: [] as string[] };
  const take = async (batch: Parameters<typeof importCalls>[1]): Promise<void> => {
    const { added, known, differing } = await importCalls(store, batch);
    sum.added += added;
    sum.known += known;
    sum.differing.push(...differing);
  };
  const batch: Parameters<typeof importCalls>[1][number][] = [];
  try {
    for await (const call of readLedgerFile(file)) {
      batch.push(call);
      if (batch.length === BATCH) await take(batch.splice(0));
    }
  } finally {
    // Also what stands before a line that cannot be read.
    if (batch.length > 0) await take(batch);
  }
  return sum;
}
