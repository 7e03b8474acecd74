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

/** Subjects that are noted in one transaction. */
const SUBJECTS_A_COMMIT = 500;

/** What a stage is to work on: at first all of it, later what has come since. */
export async function bring(
  store: Store,
  runId: string,
  stage: string,
  subjects: readonly NewSubject[],
): Promise<void> {
  await openStage(store, runId, stage, []);
  for (let from = 0; from < subjects.length; from += SUBJECTS_A_COMMIT)
    await addSubjects(store, runId, stage, subjects.slice(from, from + SUBJECTS_A_COMMIT));
}

/** The queries that prompts brought, in the order of prompts. */
export async function* generatedQueries(store: Store, context: TEvalContext): AsyncGenerator<DraftQuery> {
  for await (const { input, result } of streamSubjects(store, context.run.runId, QUERIES_STAGE))
    if (result?.outcome === 'done')
      yield* draftsOf(context, input as QueryPrompt, (result.value as GenerateQueriesOutput).cases);
}

/** Notes what the stage `refine` is to work on. */
export async function openRefining(store: Store, context: TEvalContext): Promise<void> {
  await openStage(store, context.run.runId, REFINE_STAGE, []);
  for await (const drafts of batched(generatedQueries(store, context), SUBJECTS_A_COMMIT))
    await bring(
      store,
      context.run.runId,
      REFINE_STAGE,
      drafts.map((draft) => ({ subject: draft.itemId, input: draft })),
    );
}

/** The queries as the refiner left them, or as they were generated where it is not asked. */
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
