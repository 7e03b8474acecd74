import type { QueryItem } from '../../core/t-eval/query-item.js';
import type { Store } from '../../store/store.js';
import type { QueryToAnnotate } from './annotate-query.js';
import type { TEvalContext } from './context.js';
import { nearDuplicatesOf } from '../near-duplicate-queries.js';
import { refinedQueries } from './hand-over.js';

/** The queries without near-duplicates, in prompt order. */
export async function queriesKept(store: Store, context: TEvalContext): Promise<QueryToAnnotate[]> {
  const dropped = await nearDuplicatesOf(store, context.run.runId);
  const kept: QueryToAnnotate[] = [];
  for await (const query of refinedQueries(store, context))
    if (!dropped.has(query.draft.itemId)) kept.push(query);
  return kept;
}

/** A query for review, with the documents that its annotation will offer, in order. */
export function queryItem({ offered }: TEvalContext, { draft, generated }: QueryToAnnotate): QueryItem {
  const { itemId, recordId, tools: names, language, role, query } = draft;
  const apis = offered.forQuery(draft);
  return { itemId, recordId, tools: names, language, role, query, generated, apis };
}
