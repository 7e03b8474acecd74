import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openRewriting } from '../../stages/mtu-bench/open-rewriting.js';
import { recheckMapStage } from '../../stages/mtu-bench/recheck-item.js';
import { rewriteStage } from '../../stages/mtu-bench/rewrite-item.js';
import { openRecheck } from '../../stages/mtu-bench/recheck-items.js';
import type { ToolDocumentLine } from '../../core/creation.js';
import { RECHECK_STAGE } from '../../core/rechecking.js';
import { REWRITE_STAGE } from '../../core/rewriting.js';
import type { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { jsonLinesOf } from '../../outputs/json-lines.js';
import type { LineageRow } from '../../store/export-streams.js';
import { noteRetries, type RetriedRequest } from '../../store/stages/retries.js';
import { addSubjects, type NewSubject } from '../../store/stages/subjects.js';
import { readLineage } from './lineage.js';
import { intentLinesOf } from './offline-intents.js';
import type { OfflineRun } from './offline-run.js';
import { stageOffline } from './offline-stage.js';

/**
 * The stage `rewrite` from answers that the run's own store has: nothing is sent to anybody.
 * @param folder the export, which tells what else was rewritten: items of a reserve that followed rejected ones
 * @param missing the error for an answer that is not there
 * @throws it
 */
export async function rewriteOffline(
  made: OfflineRun,
  folder: string,
  missing: () => BenchwrightError,
): Promise<void> {
  const { store, contexts, runId } = made;
  await openRewriting(store, contexts, runId);
  await addSubjects(store, runId, REWRITE_STAGE, await rewrittenIn(folder));
  const stage = await rewriteStage({ store, contexts }, runId);
  await stageOffline(
    made,
    REWRITE_STAGE,
    (access, subject) => stage.work(access, subject, { execution: runId }),
    missing,
  );
}

/** The stage `recheck` in the same way: what the judge said decides which items of a reserve are looked at next. */
export async function recheckOffline(made: OfflineRun, missing: () => BenchwrightError): Promise<void> {
  const { store, contexts, runId } = made;
  const stage = await recheckMapStage({ store, contexts }, runId);
  while (await openRecheck(store, contexts, runId))
    await stageOffline(
      made,
      RECHECK_STAGE,
      (access, subject) => stage.work(access, subject, { execution: runId }),
      missing,
    );
}

/** Every item of which an export's lineage says how its rewriting ended. */
async function rewrittenIn(folder: string): Promise<NewSubject[]> {
  const found: NewSubject[] = [];
  for await (const row of readLineage(folder))
    for (const { itemId, setting, rewriting } of (row as Partial<LineageRow>).items ?? [])
      if (rewriting !== undefined) found.push({ subject: itemId, input: { itemId, setting } });
  return found;
}

/** Notes the attempts that an export's answers were asked with, as its lineage, its documents and its intents have them. */
export async function noteRetriesOf(folder: string, { store, runId }: OfflineRun): Promise<void> {
  const retries = new Map<string, number>();
  const note = (retried: readonly RetriedRequest[] = []): void => {
    for (const { request, attempt } of retried) retries.set(request, attempt);
  };
  for await (const row of readLineage(folder)) {
    const { items = [], creation } = row as Partial<LineageRow>;
    note(creation?.retried);
    for (const { recheck, rewriting } of items) {
      note(recheck?.retried);
      note(rewriting?.retried);
    }
  }
  const documents = join(folder, 'data', 'documents.jsonl');
  if (existsSync(documents))
    for await (const { retried } of jsonLinesOf<ToolDocumentLine>(documents)) note(retried);
  for await (const { judged } of intentLinesOf(folder)) note(judged?.retried);
  await noteRetries(store, runId, retries);
}
