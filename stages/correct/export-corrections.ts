import { batched } from '../../core/batched.js';
import type { CorrectManifest } from '../../core/correct/manifest.js';
import { READ_STAGE } from '../../core/correct/run.js';
import type { ReviewRecord } from '../../core/review/review-record.js';
import { isReviewed } from '../../core/review/policy.js';
import { writeCorrections, type DecidedLine } from '../../outputs/correct/write-export.js';
import { guidelineAtExport } from '../../store/documents.js';
import { countReview, readReviewRecords } from '../../store/review/outcomes.js';
import type { Run } from '../../store/runs.js';
import { streamWorkItems, type SettledWorkItem } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import type { KeptLine, ReadLine } from '../../transforms/correct/read-line.js';
import { readItem } from './review-records.js';

/** Lines per decision lookup. */
const LINES_AT_ONCE = 100;

/** Decision of a record added after the run was last closed for review. */
const UNSETTLED: ReviewRecord = { outcome: 'undecided', rounds: [] };

/**
 * Writes the deterministic part of a run's export into an empty folder: what is accepted by the last recorded
 * decisions (`settleReview`), or every record without review.
 * @param partial whether records are undecided
 * @param line called per line
 */
export async function publishCorrections(
  store: Store,
  { runId, frozen }: Run<'correct'>,
  folder: string,
  partial: boolean,
  line: () => void,
): Promise<CorrectManifest> {
  const reviewed = isReviewed(frozen.review);
  const corrections = {
    lines: () => decidedLines(store, runId, reviewed),
    ...(reviewed && {
      review: await countReview(store, runId, partial),
      guideline: await guidelineAtExport(store, runId),
    }),
  };
  return writeCorrections(folder, frozen, corrections, line);
}

/** All lines of a run with their outcomes, in order of files and lines. @throws for an unread line */
export async function* decidedLines(
  store: Store,
  runId: string,
  reviewed: boolean,
): AsyncGenerator<DecidedLine> {
  for await (const batch of batched(streamWorkItems(store, runId, READ_STAGE), LINES_AT_ONCE)) {
    const items = batch.flatMap(({ result }) => readItem(result) ?? []);
    const records = reviewed
      ? await readReviewRecords(
          store,
          runId,
          items.map(({ itemId }) => itemId),
        )
      : undefined;
    for (const settled of batch) {
      const read = readOf(settled);
      const key = read.kind === 'record' ? `${read.item.setting} ${read.item.itemId}` : '';
      yield {
        ...{ kept: settled.input as KeptLine, read },
        ...(records && read.kind === 'record'
          ? { reviewRecord: records.get(key)?.reviewRecord ?? UNSETTLED }
          : {}),
      };
    }
  }
}

function readOf({ workItem, result }: SettledWorkItem): ReadLine {
  if (result === undefined) throw new Error(`the line ${workItem} was not read yet`);
  if (result.outcome === 'set aside') return { kind: 'bad', reason: result.reason, detail: result.detail };
  const item = readItem(result);
  return item ? { kind: 'record', item } : { kind: 'blank' };
}
