import { toErrorRecord, type ErrorRecord } from '../core/errors/benchwright-error.js';
import type { RunSettings } from '../core/mtu-bench/run.js';
import { recordReader, type RecordReader } from '../sources/corpus.js';
import { RecordFault } from '../sources/record-fault.js';
import { readShardRecords } from '../sources/shard-reader.js';
import type { RecordRow } from '../store/mtu-bench/records.js';
import {
  convertRecord,
  type RecordSource,
  type ConversionTools,
} from '../stages/mtu-bench/convert-record.js';
import { startWatchdog } from './watchdog.js';

/** A record by its place in a file of this machine: bytes. Its text is read by the process that it may harm. */
export interface IsolatedRecord {
  readonly place: RecordSource;
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** All that the process is told: it has no store. */
export interface IsolatedOrder {
  /** Folder of the source that all its records are of. */
  readonly root: string;
  readonly tools: ConversionTools;
  readonly settings: RunSettings;
  readonly records: readonly IsolatedRecord[];
}

/** What it tells, in this order: that it has the order; then each record's row, its id first when it is the only one. */
export type IsolatedMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'begun'; readonly recordId: string }
  | { readonly type: 'row'; readonly row: RecordRow }
  /** The end, by an error that is no record's fault. */
  | { readonly type: 'failed'; readonly error: ErrorRecord };

/**
 * The process of `startIsolated`: converts records one by one. Each row is on its way before the next record is begun,
 * so the first record without one is the record that it died of.
 */
async function work({ root, tools, settings, records }: IsolatedOrder): Promise<void> {
  await tell({ type: 'ready' });
  const [first] = records;
  if (!first) return;
  const read = await recordReader(first.place.kind, root);
  for (const { place, file, offset, length } of records) {
    const places = { offsets: [offset], lengths: [length] };
    const [bytes = Buffer.of()] = await readShardRecords(file, place.file, places, 0, 1);
    const recordId = records.length === 1 ? recordIdOf(bytes, place, read) : undefined;
    if (recordId !== undefined) await tell({ type: 'begun', recordId });
    await tell({ type: 'row', row: convertRecord(bytes, place, read, tools, settings) });
  }
}

/** The record's own id, when it can be read. */
function recordIdOf(bytes: Uint8Array, place: RecordSource, read: RecordReader): string | undefined {
  try {
    return read(bytes, place).recordId;
  } catch (error) {
    return error instanceof RecordFault ? error.recordId : undefined;
  }
}

/** Sends a message; resolves when the system has it, so that it arrives whatever becomes of this process. */
function tell(message: IsolatedMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}

startWatchdog({ parent: Number(process.argv[2]) });
// Signals to end are for the worker, which ends this process itself: else a machine that goes down would look like a
// record that ends its process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('message', (order) => {
  void work(order as IsolatedOrder)
    .catch((error: unknown) => tell({ type: 'failed', error: toErrorRecord(error) }))
    .finally(() => process.disconnect());
});
