import type { DraftQuery } from '../../core/t-eval/annotation.js';
import { ANNOTATE_STAGE, DUPLICATES_STAGE } from '../../core/t-eval/run.js';
import { embedTexts } from '../../llm/embedders/embed-texts.js';
import type { VectorAnswers } from '../../llm/embedders/vector-answers.js';
import { DUPLICATES_DOCUMENT, keepRunDocument } from '../../store/documents.js';
import { recordEvent } from '../../store/events.js';
import { setProgress } from '../../store/progress.js';
import type { Store } from '../../store/store.js';
import { nearDuplicates } from '../../transforms/t-eval/near-duplicates.js';
import { EMBEDDER_ROOT } from '../mtu-bench/run-context.js';
import type { QueryToAnnotate } from './annotate-query.js';
import type { TEvalContext } from './context.js';
import { bring, refinedQueries } from './hand-over.js';

/**
 * Drops near-duplicates among all queries, a barrier over them, and notes those that are left for the stage `annotate`. Done
 * anew whenever there are more queries (`retry --failed`): vectors are kept, and what a query is dropped for depends on all
 * of them, not on when they came.
 * @throws EMBEDDER_UNAVAILABLE; as the answers
 */
export async function dropNearDuplicates(
  store: Store,
  context: TEvalContext,
  goesOn: () => Promise<void>,
  answers: VectorAnswers,
): Promise<void> {
  const { run, settings } = context;
  const queries: QueryToAnnotate[] = [];
  for await (const query of refinedQueries(store, context)) queries.push(query);
  const total = queries.length;
  await setProgress(store, run.runId, { stage: DUPLICATES_STAGE, total, done: 0 });
  const texts = [...new Set(queries.map(({ draft }) => draft.query))];
  const modelFolder = run.roots[EMBEDDER_ROOT];
  const { vectors } = await embedTexts(settings.embedder, texts, { answers, modelFolder, goesOn });
  const vectorOf = ({ query }: DraftQuery): readonly number[] => vectors.get(query) ?? [];
  const found = nearDuplicates(
    queries.map(({ draft }) => ({ itemId: draft.itemId, vector: vectorOf(draft) })),
    settings.nearDuplicate,
  );
  await keepRunDocument(store, run.runId, { ...DUPLICATES_DOCUMENT, text: JSON.stringify(found) });
  const dropped = new Set(found.map(({ itemId }) => itemId));
  const left = queries.filter(({ draft }) => !dropped.has(draft.itemId));
  // Where people decide on queries first, those that they accept follow (settle-queries.ts).
  if (settings.reviewQueries === undefined)
    await bring(
      store,
      run.runId,
      ANNOTATE_STAGE,
      left.map((query) => ({ subject: query.draft.itemId, input: query })),
    );
  await setProgress(store, run.runId, { stage: DUPLICATES_STAGE, total, done: total });
  await recordEvent(store, run.runId, 'near-duplicates dropped', { of: total, dropped: found.length });
}
