import { guidelineOfExport } from '../../../app/regenerate/exported-decisions.js';
import type { CorrectManifest } from '../../../core/correct/manifest.js';
import type { RecordItem } from '../../../core/correct/record.js';
import type { NewRun } from '../../../store/runs.js';
import { earlierDecisions, queueIdentity } from '../../../store/review/reused-decisions.js';
import type { Store } from '../../../store/store.js';
import { versionOfRecord } from '../../../transforms/correct/record-item.js';
import type { RegenerationPreview } from '../../parts/regenerating.js';
import { decisionsOnRecords } from './decisions.js';

/** Records per lookup. */
const RECORDS_AT_ONCE = 500;

/** The regeneration of an export of `correct`. */
interface Planned {
  /** Absolute path of the export. */
  readonly folder: string;
  readonly manifest: CorrectManifest;
  readonly run: NewRun<'correct'>;
  /** The guideline, if there is review. */
  readonly guideline: string | undefined;
  /** The records of the published files, in order. */
  readonly now: readonly RecordItem[];
}

/** Counts the records and the reused decisions on them. Writes nothing. @param home the home's store */
export async function previewCorrections(home: Store, planned: Planned): Promise<RegenerationPreview> {
  const { manifest, now, guideline } = planned;
  const records = { before: manifest.counts.records, after: now.length };
  const lines = [`  records: ${records.before} → ${records.after}`];
  if (guideline === undefined) return { plans: [], object: { records }, lines };
  const reused = await countReused(home, planned, guideline);
  const decisions = { reused, without: now.length - reused };
  return {
    plans: [],
    object: { records, decisions },
    lines: [
      ...lines,
      `  records with a decision that is reused: ${decisions.reused}`,
      `  records without one: ${decisions.without}`,
    ],
  };
}

async function countReused(home: Store, { folder, run, now }: Planned, guideline: string): Promise<number> {
  const heads = now.map((item) => ({ itemId: item.itemId, version: versionOfRecord(item) }));
  const versions = new Map(heads.map(({ itemId, version }) => [itemId, version]));
  const reused = new Set<string>();
  if ((await guidelineOfExport(folder)) === guideline)
    for await (const { itemId, generated, version } of decisionsOnRecords(folder, now))
      if ([generated, version].includes(versions.get(itemId) ?? '')) reused.add(itemId);
  // No queue of this home is excluded, because the run's queue has no decisions yet.
  const like = queueIdentity('', run.frozen, guideline);
  for (let from = 0; from < heads.length; from += RECORDS_AT_ONCE)
    for (const [itemId, { carried }] of await earlierDecisions(
      home,
      like,
      heads.slice(from, from + RECORDS_AT_ONCE),
    ))
      if (carried) reused.add(itemId);
  return reused.size;
}
