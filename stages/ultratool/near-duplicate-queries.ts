import { byText } from '../../core/ids.js';
import { DUPLICATES_STAGE } from '../../core/ultratool/run.js';
import type { VectorAnswers } from '../../llm/embedders/vector-answers.js';
import { setProgress } from '../../store/progress.js';
import type { Store } from '../../store/store.js';
import { keepNearDuplicates } from '../near-duplicate-queries.js';
import { UltraToolContext } from './context.js';
import { pooledQueries, type PooledQuery } from './generate-queries.js';

/** Sort key by which experts' queries are kept rather than those made from them. */
const ranked = ({ kind, itemId }: PooledQuery): string => `${kind === 'original' ? '0' : '1'}${itemId}`;

/**
 * The stage `near-duplicates`: finds queries of the pool that are nearly the same as another one.
 * @throws EMBEDDER_UNAVAILABLE; as the answers
 */
export async function dropNearDuplicates(
  store: Store,
  runId: string,
  goesOn: () => Promise<void>,
  answers: VectorAnswers,
): Promise<void> {
  const { run, settings } = await UltraToolContext.open(store, runId);
  const { pool } = await pooledQueries(store, runId, false);
  const total = pool.length;
  await setProgress(store, runId, { stage: DUPLICATES_STAGE, total, done: 0 });
  const inRank = pool.sort((a, b) => byText(ranked(a), ranked(b)));
  const { embedder, generate } = settings;
  await keepNearDuplicates(store, run, inRank, {
    ...{ embedder, threshold: generate?.nearDuplicate ?? 1, order: 'as given', answers, goesOn },
  });
  await setProgress(store, runId, { stage: DUPLICATES_STAGE, total, done: total });
}
