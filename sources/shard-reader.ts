import { open } from 'node:fs/promises';
import { unreadable } from './json-array-index.js';

/** Positions of records in a shard; see `indexShard`. */
export interface RecordPlaces {
  readonly offsets: readonly number[];
  readonly lengths: readonly number[];
}

/** Reads records `from` (inclusive) to `to` (exclusive) of a shard in one read. @throws SOURCE_UNREADABLE */
export async function readShardRecords(
  file: string,
  shownPath: string,
  places: RecordPlaces,
  from: number,
  to: number,
): Promise<Buffer[]> {
  if (to <= from) return [];
  const start = places.offsets[from] ?? 0;
  const end = (places.offsets[to - 1] ?? 0) + (places.lengths[to - 1] ?? 0);
  const buffer = Buffer.allocUnsafe(end - start);
  try {
    const handle = await open(file);
    try {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
      if (bytesRead !== buffer.length)
        throw new Error(
          `the file is shorter than at the start of the run: ${start + bytesRead} of ${end} bytes`,
        );
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(error, shownPath);
  }
  const records: Buffer[] = [];
  for (let i = from; i < to; i++) {
    const at = (places.offsets[i] ?? 0) - start;
    records.push(buffer.subarray(at, at + (places.lengths[i] ?? 0)));
  }
  return records;
}
