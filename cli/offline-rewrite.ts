import { openRewriting } from '../activities/open-rewriting.js';
import type { MapStage } from '../activities/model-stages/map-stage.js';
import { recheckStage } from '../activities/model-stages/recheck-item.js';
import { rewriteStage } from '../activities/model-stages/rewrite-item.js';
import { openRecheck } from '../activities/recheck-items.js';
import { modelConfigSchema } from '../core/model-config.js';
import { RECHECK_STAGE } from '../core/rechecking.js';
import { REWRITE_STAGE } from '../core/rewriting.js';
import type { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { LineageItem, LineageRow } from '../store/export-streams.js';
import { noteRetries } from '../store/stages/retries.js';
import {
  addSubjects,
  openSubjects,
  pendingRanges,
  settleSubjects,
  type NewSubject,
  type Settling,
} from '../store/stages/subjects.js';
import { readLineage } from './lineage.js';
import type { OfflineRun } from './offline-run.js';
import { withModels } from './open-models.js';

/** Items whose outcomes are kept in one write. */
const ITEMS_AT_ONCE = 100;

/**
 * The stage `rewrite` from answers that the run's own store has: nothing is sent to anybody.
 * @param folder the export, which tells what else was rewritten: items of a reserve that followed rejected ones
 * @param missing the error for an answer that is not there
 * @throws it
 */
export async function rewriteOffline(
  { store, contexts, runId }: OfflineRun,
  folder: string,
  missing: () => BenchwrightError,
): Promise<void> {
  await openRewriting(store, contexts, runId);
  await addSubjects(store, runId, REWRITE_STAGE, await rewrittenIn(folder));
  await answerOffline({ store, contexts, runId }, REWRITE_STAGE, rewriteStage, missing);
}

/** The stage `recheck` in the same way: what the judge said decides which items of a reserve are looked at next. */
export async function recheckOffline(made: OfflineRun, missing: () => BenchwrightError): Promise<void> {
  const { store, contexts, runId } = made;
  while (await openRecheck(store, contexts, runId))
    await answerOffline(made, RECHECK_STAGE, recheckStage, missing);
}

/** Works through what a stage has left to do, from answers alone. */
async function answerOffline(
  { store, contexts, runId }: Pick<OfflineRun, 'store' | 'contexts' | 'runId'>,
  name: string,
  open: MapStage,
  missing: () => BenchwrightError,
): Promise<void> {
  const stage = await open({ store, contexts }, runId);
  await withModels(modelConfigSchema.parse(undefined), store, async (models) => {
    const access = {
      ...models,
      provider: () => {
        throw missing();
      },
    };
    const size = { size: ITEMS_AT_ONCE, limit: Number.MAX_SAFE_INTEGER };
    for (const range of await pendingRanges(store, runId, name, size)) {
      const settled: Settling[] = [];
      for (const subject of await openSubjects(store, runId, name, range)) {
        const result = await stage.work(access, subject, { execution: runId });
        settled.push({ runId, stage: name, ordinal: subject.ordinal, result });
      }
      await settleSubjects(store, settled);
    }
  });
}

/** Every item of which an export's lineage says how its rewriting ended. */
async function rewrittenIn(folder: string): Promise<NewSubject[]> {
  const found: NewSubject[] = [];
  for await (const row of readLineage(folder))
    for (const { itemId, setting, rewriting } of (row as Partial<LineageRow>).items ?? [])
      if (rewriting !== undefined) found.push({ subject: itemId, input: { itemId, setting } });
  return found;
}

/** Notes the attempts that an export's answers were asked with, as its lineage has them. */
export async function noteRetriesOf(folder: string, { store, runId }: OfflineRun): Promise<void> {
  const retries = new Map<string, number>();
  for await (const row of readLineage(folder)) {
    const { items = [] } = row as Partial<LineageRow>;
    for (const { request, attempt } of items.flatMap(({ rewriting, recheck }: LineageItem) => [
      ...(recheck?.retried ?? []),
      ...(rewriting?.retried ?? []),
    ]))
      retries.set(request, attempt);
  }
  await noteRetries(store, runId, retries);
}
