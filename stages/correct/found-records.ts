import { decidedLines } from './export-corrections.js';
import type { RecordLineage } from '../../core/correct/manifest.js';
import type { RecordItem } from '../../core/correct/record.js';
import { isReviewed } from '../../core/review/policy.js';
import { lineOutcome } from '../../outputs/correct/write-export.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { recordIdOf } from '../../transforms/correct/record-item.js';

/** The current state of a published record. */
export interface FoundRecord {
  readonly line: RecordLineage;
  /** As accepted, else as read; absent if unreadable. */
  readonly item: RecordItem | undefined;
}

/** All records of a run, in order of files and lines. @param wanted selects records */
export async function correctionRecords(
  store: Store,
  { runId, frozen }: Run<'correct'>,
  wanted: (found: FoundRecord) => boolean,
): Promise<FoundRecord[]> {
  const found: FoundRecord[] = [];
  for await (const decided of decidedLines(store, runId, isReviewed(frozen.review))) {
    const { lineage } = lineOutcome(decided);
    const { read, reviewRecord } = decided;
    const item =
      (reviewRecord?.content as RecordItem | undefined) ?? (read.kind === 'record' ? read.item : undefined);
    if (lineage && wanted({ line: lineage, item })) found.push({ line: lineage, item });
  }
  return found;
}

/** Whether a name denotes a record: `FILE:LINE`, its own id, or its item id or a prefix. */
export const isRecordCalled = ({ line }: FoundRecord, name: string): boolean =>
  recordIdOf(line) === name || line.id === name || line.itemId.startsWith(name);
