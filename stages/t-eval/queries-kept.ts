import type { QueryItem } from '../../core/t-eval/query-item.js';
import type { Store } from '../../store/store.js';
import { offeredApis } from '../../transforms/t-eval/offered.js';
import type { QueryToAnnotate } from './annotate-query.js';
import type { TEvalContext } from './context.js';
import { droppedQueries } from './dropped-queries.js';
import { refinedQueries } from './hand-over.js';

/** The queries that say what no other says, in the order of prompts. */
export async function queriesKept(store: Store, context: TEvalContext): Promise<QueryToAnnotate[]> {
  const dropped = await droppedQueries(store, context.run.runId);
  const kept: QueryToAnnotate[] = [];
  for await (const query of refinedQueries(store, context))
    if (!dropped.has(query.draft.itemId)) kept.push(query);
  return kept;
}

/** A query as people decide on it: with the documents that its annotation will offer, in their order. */
export function queryItem({ tools, seed }: TEvalContext, { draft, generated }: QueryToAnnotate): QueryItem {
  const { itemId, recordId, tools: names, language, role, query } = draft;
  const apis = offeredApis(tools, names, seed, itemId);
  return { itemId, recordId, tools: names, language, role, query, generated, apis };
}
