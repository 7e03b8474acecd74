import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findDuplicateTools } from '../../stages/mtu-bench/creation/find-duplicates.js';
import { keepSettledPairs, type ToldOfPairs } from '../../stages/mtu-bench/creation/settle-duplicates.js';
import { DUPLICATES_GUIDELINE_FILE, pairLineSchema, PAIRS_FILE } from '../../core/tool-pairs.js';
import type { VectorAnswers } from '../../llm/embedders/vector-answers.js';
import type { OfflineRun } from './offline-run.js';

/** Pairs of tools as people decided on them in an export: that cannot be computed again. @param folder the export's */
export async function duplicatesOffline(
  { store, contexts, runId }: OfflineRun,
  folder: string,
  answers: VectorAnswers,
): Promise<void> {
  await findDuplicateTools(store, contexts, runId, () => Promise.resolve(), answers);
  await keepSettledPairs(store, contexts, runId, await toldOfPairs(folder));
}

async function toldOfPairs(folder: string): Promise<ToldOfPairs> {
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const lines = await read(PAIRS_FILE).catch(() => '');
  return {
    decisions: new Map(
      lines
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => pairLineSchema.parse(JSON.parse(line)))
        .map(({ itemId, review }) => [itemId, review]),
    ),
    guideline: await read(DUPLICATES_GUIDELINE_FILE).catch(() => undefined),
  };
}
