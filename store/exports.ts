import * as z from 'zod';
import { parseJson } from '../core/json.js';
import { jsonSchema, recordOf } from '../core/own-record.js';
import { recordEvent } from './events.js';
import type { Store } from './store.js';

/** An export as it was written: later exports of a run may have other counts, as reviewers decide meanwhile. */
const writtenExportSchema = z.object({
  /** Absolute path of its folder. */
  out: z.string(),
  /** As in its manifest. */
  counts: recordOf(jsonSchema),
});
export type WrittenExport = z.infer<typeof writtenExportSchema>;

/** Records an export that is in its folder. */
export const recordExport = (
  store: Store,
  runId: string,
  written: { readonly out: string; readonly counts: object },
): Promise<void> => recordEvent(store, runId, 'export finished', { ...written });

/** The exports of a run, newest first; of those written to one folder, the newest. */
export async function writtenExports(store: Store, runId: string): Promise<WrittenExport[]> {
  const rows = await store.db.read
    .selectFrom('events')
    .select('data')
    .where('run_id', '=', runId)
    .where('type', '=', 'export finished')
    .orderBy('seq', 'desc')
    .execute();
  const written = new Map<string, WrittenExport>();
  for (const { data } of rows) {
    const one = writtenExportSchema.safeParse(parseJson(data)).data;
    if (one !== undefined && !written.has(one.out)) written.set(one.out, one);
  }
  return [...written.values()];
}
