import type { LineageRow } from '../../store/export-streams.js';
import { replaceOutcomes, type OutcomeRow } from '../../store/review/outcomes.js';
import { reviewToldSchema } from '../../core/review/outcome.js';
import { readLineage } from './lineage.js';
import type { OfflineRun } from './offline-run.js';

/** Takes what people decided from an export's lineage: it cannot be computed again (DESIGN.md, "An export"). */
export async function noteReviewOf(folder: string, { store, runId }: OfflineRun): Promise<void> {
  const rows: OutcomeRow[] = [];
  for await (const row of readLineage(folder))
    for (const { itemId, itemVersion, setting, review } of (row as Partial<LineageRow>).items ?? []) {
      if (review === undefined) continue;
      const told = reviewToldSchema.parse(review);
      const { split } = told;
      rows.push({
        itemId,
        setting,
        split,
        version: split === undefined ? undefined : itemVersion,
        told,
      });
    }
  await replaceOutcomes(store, runId, rows);
}
