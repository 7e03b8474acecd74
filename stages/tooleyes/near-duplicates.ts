import { DUPLICATES_STAGE } from '../../core/tooleyes/run.js';
import type { VectorAnswers } from '../../llm/embedders/vector-answers.js';
import { DUPLICATES_DOCUMENT, findRunDocument, keepRunDocument } from '../../store/documents.js';
import { setProgress } from '../../store/progress.js';
import type { Store } from '../../store/store.js';
import { nearDuplicates, type NearDuplicate } from '../../transforms/near-duplicates.js';
import { runVectors } from '../run-vectors.js';
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
  const texts = pool.map(({ query }) => query);
  const { vectors } = await runVectors(run, settings.embedder, texts, { answers, goesOn });
  const found = nearDuplicates(
    pool.map(({ itemId, query }) => ({ itemId, vector: vectors.get(query) ?? [] })),
    settings.nearDuplicate,
  );
  await keepRunDocument(store, runId, { ...DUPLICATES_DOCUMENT, text: JSON.stringify(found) });
  await setProgress(store, runId, { stage: DUPLICATES_STAGE, total, done: total });
}

/** Near-duplicate queries, by item id; empty before the stage has run. */
export async function nearDuplicatesOf(
  store: Store,
  runId: string,
): Promise<ReadonlyMap<string, NearDuplicate>> {
  const text = await findRunDocument(store, runId, DUPLICATES_DOCUMENT);
  return new Map(
    text === undefined ? [] : (JSON.parse(text) as NearDuplicate[]).map((one) => [one.itemId, one]),
  );
}
