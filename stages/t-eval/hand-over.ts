import { batched } from '../../core/batched.js';
import type { DraftQuery } from '../../core/t-eval/annotation.js';
import { QUERIES_STAGE, REFINE_STAGE } from '../../core/t-eval/run.js';
import type { GenerateQueriesOutput } from '../../prompts/t-eval/schemas.js';
import { addSubjects, openStage, streamSubjects, type NewSubject } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';
import type { QueryPrompt } from '../../transforms/t-eval/tool-sets.js';
import type { QueryToAnnotate } from './annotate-query.js';
import type { TEvalContext } from './context.js';
import { draftsOf } from './generate-queries.js';

/** Work items per transaction. */
const SUBJECTS_A_COMMIT = 500;

/** Enqueues a stage's work items; later calls add new ones. */
export async function enqueueWorkItems(
  store: Store,
  runId: string,
  stage: string,
  subjects: readonly NewSubject[],
): Promise<void> {
  await openStage(store, runId, stage, []);
  for (let from = 0; from < subjects.length; from += SUBJECTS_A_COMMIT)
    await addSubjects(store, runId, stage, subjects.slice(from, from + SUBJECTS_A_COMMIT));
}

/** The generated queries, in prompt order. */
export async function* generatedQueries(store: Store, context: TEvalContext): AsyncGenerator<DraftQuery> {
  for await (const { input, result } of streamSubjects(store, context.run.runId, QUERIES_STAGE))
    if (result?.outcome === 'done')
      yield* draftsOf(context, input as QueryPrompt, (result.value as GenerateQueriesOutput).cases);
}

/** Enqueues the queries for the stage `refine`. */
export async function openRefining(store: Store, context: TEvalContext): Promise<void> {
  await openStage(store, context.run.runId, REFINE_STAGE, []);
  for await (const drafts of batched(generatedQueries(store, context), SUBJECTS_A_COMMIT))
    await enqueueWorkItems(
      store,
      context.run.runId,
      REFINE_STAGE,
      drafts.map((draft) => ({ subject: draft.itemId, input: draft })),
    );
}

/** The refined queries, or the generated ones without refinement. */
export async function* refinedQueries(store: Store, context: TEvalContext): AsyncGenerator<QueryToAnnotate> {
  if (!context.settings.refine) {
    for await (const draft of generatedQueries(store, context)) yield { draft, generated: draft.query };
    return;
  }
  for await (const { input, result } of streamSubjects(store, context.run.runId, REFINE_STAGE)) {
    if (result?.outcome !== 'done') continue;
    const draft = input as DraftQuery;
    const { query } = result.value as { readonly query: string };
    yield { draft: { ...draft, query }, generated: draft.query };
  }
}
