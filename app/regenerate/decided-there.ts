import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { JsonValue } from '../../core/canonical.js';
import { GUIDELINE_FILE } from '../../core/manifest.js';
import { decidedByDemo, reviewRecordSchema } from '../../core/review/review-record.js';
import { readItemLines } from '../../outputs/general/mtu-bench/read-export.js';
import { readPathLineage, readPathLines } from '../../outputs/t-eval/read-paths.js';
import type { RunDocument } from '../../store/documents.js';
import type { LineageRow } from '../../store/mtu-bench/export-streams.js';
import { reusedDecisionsDocument, type ExportedDecision } from '../../store/review/exported-decisions.js';
import type { Store } from '../../store/store.js';
import { readLineage } from '../../families/lineage.js';

/** What the reviewers of an export were told; undefined where it was made without any. */
export const guidelineOfExport = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, GUIDELINE_FILE), 'utf8').catch(() => undefined);

type Decided = Omit<ExportedDecision, 'content'>;

/**
 * The decisions in an export's lineage, for a run in a home that does not have the run that made it.
 * @param guideline what the new run's reviewers are told
 * @param decisions as the family's lineage has them
 */
export async function decidedThere(
  store: Store,
  folder: string,
  guideline: string,
  decisions: (folder: string) => AsyncIterable<ExportedDecision>,
): Promise<RunDocument> {
  const same = (await guidelineOfExport(folder)) === guideline;
  return reusedDecisionsDocument(store, basename(folder), same, decisions(folder));
}

/** @returns undefined where nobody looked at it, or the demo alone: that is no decision of anybody's */
function decidedOn(itemId: string, itemVersion: string, review: unknown): Decided | undefined {
  if (review === undefined) return undefined;
  const { outcome, reason, rounds, generated } = reviewRecordSchema.parse(review);
  if (outcome === 'undecided' || rounds.length === 0 || decidedByDemo(rounds)) return undefined;
  return {
    ...{ itemId, outcome, rounds, generated: generated ?? itemVersion, version: itemVersion },
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Decisions on MTU-Bench's items; the full structure has rejected ones too. */
export async function* decisionsOnItems(folder: string): AsyncGenerator<ExportedDecision> {
  const decided = new Map<string, Decided>();
  for await (const row of readLineage(folder))
    for (const { itemId, itemVersion, review } of (row as Partial<LineageRow>).items ?? []) {
      const there = decidedOn(itemId, itemVersion, review);
      if (there) decided.set(itemId, there);
    }
  for await (const { item } of readItemLines(folder)) {
    const there = decided.get(item.itemId);
    if (there) yield { ...there, content: item as unknown as JsonValue };
  }
}

/** Decisions on T-Eval's paths; of rejected ones an export has no content. */
export async function* decisionsOnPaths(folder: string): AsyncGenerator<ExportedDecision> {
  const decided = new Map<string, Decided>();
  for await (const { itemId, itemVersion = '', review } of readPathLineage(folder)) {
    const there = decidedOn(itemId, itemVersion, review);
    if (there?.outcome === 'accepted') decided.set(itemId, there);
    else if (there) yield there;
  }
  for await (const { itemVersion: _, ...item } of readPathLines(folder)) {
    const there = decided.get(item.itemId);
    // As it was in the queue: without its name in the files.
    const content = { ...item, annotated: { ...item.annotated, id: item.itemId } };
    if (there) yield { ...there, content: content as unknown as JsonValue };
  }
}
