import { DUPLICATES_STAGE } from '../../core/tooleyes/run.js';
import type { VectorAnswers } from '../../llm/embedders/vector-answers.js';
import { setProgress } from '../../store/progress.js';
import type { Store } from '../../store/store.js';
import { keepNearDuplicates } from '../near-duplicate-queries.js';
import { ToolEyesContext } from './context.js';
import { pooledQueries } from './queries.js';

/**
 * The stage `near-duplicates`: finds queries that are nearly the same as another one. ToolEyes identifies records by
 * their query, so its evaluator loses duplicates.
 * @throws EMBEDDER_UNAVAILABLE; as the answers
 */
export async function findNearDuplicates(
  store: Store,
  runId: string,
  goesOn: () => Promise<void>,
  answers: VectorAnswers,
): Promise<void> {
  const { run, settings } = await ToolEyesContext.open(store, runId);
  const { pool } = await pooledQueries(store, runId, false);
  const total = pool.length;
  await setProgress(store, runId, { stage: DUPLICATES_STAGE, total, done: 0 });
  const { embedder, nearDuplicate: threshold } = settings;
  await keepNearDuplicates(store, run, pool, { embedder, threshold, answers, goesOn });
  await setProgress(store, runId, { stage: DUPLICATES_STAGE, total, done: total });
}
