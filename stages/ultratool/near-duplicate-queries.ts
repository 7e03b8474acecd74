import { DUPLICATES_STAGE } from '../../core/ultratool/run.js';
import type { VectorAnswers } from '../../llm/embedders/vector-answers.js';
import { DUPLICATES_DOCUMENT, findRunDocument, keepRunDocument } from '../../store/documents.js';
import { setProgress } from '../../store/progress.js';
import type { Store } from '../../store/store.js';
import { nearDuplicates, type NearDuplicate } from '../../transforms/near-duplicates.js';
import { UltraToolContext } from './context.js';
import { pooledQueries, type PooledQuery } from './generate-queries.js';
import { runVectors } from '../run-vectors.js';

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
  const texts = pool.map(({ query }) => query);
  const { vectors } = await runVectors(run, settings.embedder, texts, { answers, goesOn });
  const found = nearDuplicates(
    pool.map((one) => ({ itemId: ranked(one), vector: vectors.get(one.query) ?? [] })),
    settings.generate?.nearDuplicate ?? 1,
  ).map(({ itemId, of, similarity }) => ({ itemId: itemId.slice(1), of: of.slice(1), similarity }));
  await keepRunDocument(store, runId, { ...DUPLICATES_DOCUMENT, text: JSON.stringify(found) });
  await setProgress(store, runId, { stage: DUPLICATES_STAGE, total, done: total });
}

/** Near-duplicate queries, by item id; undefined before the stage has run. */
export async function droppedQueries(
  store: Store,
  runId: string,
): Promise<ReadonlyMap<string, NearDuplicate> | undefined> {
  const text = await findRunDocument(store, runId, DUPLICATES_DOCUMENT);
  return text === undefined
    ? undefined
    : new Map((JSON.parse(text) as NearDuplicate[]).map((one) => [one.itemId, one]));
}
