import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { JsonValue } from '../../core/canonical.js';
import { GUIDELINE_FILE } from '../../core/manifest.js';
import { isOfDemo, reviewToldSchema } from '../../core/review/outcome.js';
import { readItemLines } from '../../outputs/general/read-export.js';
import type { RunDocument } from '../../store/documents.js';
import type { LineageRow } from '../../store/export-streams.js';
import { carriedDocument, type DecidedElsewhere } from '../../store/review/carried-export.js';
import type { Store } from '../../store/store.js';
import { readLineage } from '../lineage.js';

/** What the reviewers of an export were told; undefined where it was made without any. */
export const guidelineOfExport = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, GUIDELINE_FILE), 'utf8').catch(() => undefined);

/**
 * The decisions in an export's lineage, for a run in a home that does not have the run that made it.
 * @param guideline what the new run's reviewers are told
 */
export async function decidedThere(store: Store, folder: string, guideline: string): Promise<RunDocument> {
  const same = (await guidelineOfExport(folder)) === guideline;
  return carriedDocument(store, basename(folder), same, decisionsIn(folder));
}

async function* decisionsIn(folder: string): AsyncGenerator<DecidedElsewhere> {
  const decided = new Map<string, Omit<DecidedElsewhere, 'content'>>();
  for await (const row of readLineage(folder))
    for (const { itemId, itemVersion, review } of (row as Partial<LineageRow>).items ?? []) {
      if (review === undefined) continue;
      const { outcome, reason, rounds, generated } = reviewToldSchema.parse(review);
      // Nobody looked at it there, or the demo alone: no decision of anybody's.
      if (outcome === 'undecided' || rounds.length === 0 || isOfDemo(rounds)) continue;
      decided.set(itemId, {
        ...{ itemId, outcome, rounds, generated: generated ?? itemVersion, version: itemVersion },
        ...(reason === undefined ? {} : { reason }),
      });
    }
  for await (const { item } of readItemLines(folder)) {
    const there = decided.get(item.itemId);
    if (there) yield { ...there, content: item as unknown as JsonValue };
  }
}
