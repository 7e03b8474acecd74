import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { GUIDELINE_FILE } from '../../core/manifest.js';
import { decidedByDemo, reviewRecordSchema } from '../../core/review/review-record.js';
import type { RunDocument } from '../../store/documents.js';
import { reusedDecisionsDocument, type ExportedDecision } from '../../store/review/exported-decisions.js';
import type { Store } from '../../store/store.js';

/** The export's guideline; undefined if it had none. */
export const guidelineOfExport = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, GUIDELINE_FILE), 'utf8').catch(() => undefined);

/** What was decided on an item, without its content. */
export type Decided = Omit<ExportedDecision, 'content'>;

/**
 * Decisions from an export's lineage, for a home without the run that made it.
 * @param guideline the new run's guideline
 * @param decisions as in the family's lineage
 */
export async function decisionsOfExport(
  store: Store,
  folder: string,
  guideline: string,
  decisions: (folder: string) => AsyncIterable<ExportedDecision>,
): Promise<RunDocument> {
  const same = (await guidelineOfExport(folder)) === guideline;
  return reusedDecisionsDocument(store, basename(folder), same, decisions(folder));
}

/** What a lineage records of an item's review. @returns undefined if nobody decided, or only the demo */
export function decidedOn(itemId: string, itemVersion: string, review: unknown): Decided | undefined {
  if (review === undefined) return undefined;
  const { outcome, reason, rounds, generated } = reviewRecordSchema.parse(review);
  if (outcome === 'undecided' || rounds.length === 0 || decidedByDemo(rounds)) return undefined;
  return {
    ...{ itemId, outcome, rounds, generated: generated ?? itemVersion, version: itemVersion },
    ...(reason === undefined ? {} : { reason }),
  };
}
