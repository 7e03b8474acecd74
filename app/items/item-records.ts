import { decidedLines } from '../../stages/correct/export-corrections.js';
import type { RecordLineage } from '../../core/correct/manifest.js';
import type { RecordItem } from '../../core/correct/record.js';
import { isReviewed } from '../../core/review/policy.js';
import { lineOutcome } from '../../outputs/correct/write-export.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { recordIdOf } from '../../transforms/correct/record-item.js';

/** A published record as it stands now. */
export interface FoundRecord {
  readonly line: RecordLineage;
  /** As it was accepted, else as it was read; absent where it could not be. */
  readonly item: RecordItem | undefined;
}

/** Every record of a run, in the order of files and lines. @param wanted those that are not passed over */
export async function correctionRecords(
  store: Store,
  { runId, frozen }: Run<'correct'>,
  wanted: (found: FoundRecord) => boolean,
): Promise<FoundRecord[]> {
  const found: FoundRecord[] = [];
  for await (const decided of decidedLines(store, runId, isReviewed(frozen.review))) {
    const { lineage } = lineOutcome(decided);
    const { read, told } = decided;
    const item =
      (told?.content as RecordItem | undefined) ?? (read.kind === 'record' ? read.item : undefined);
    if (lineage && wanted({ line: lineage, item })) found.push({ line: lineage, item });
  }
  return found;
}

/** Whether a record is called so: `FILE:LINE`, its own id, or its item id or the beginning of that. */
export const isRecordCalled = ({ line }: FoundRecord, name: string): boolean =>
  recordIdOf(line) === name || line.id === name || line.itemId.startsWith(name);
