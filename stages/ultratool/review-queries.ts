import { byText, itemVersion } from '../../core/ids.js';
import { queryItemSchema, type QueryItem } from '../../core/ultratool/query.js';
import type { UltraToolLanguage } from '../../core/ultratool/records.js';
import type { Store } from '../../store/store.js';
import type { ReviewedItems } from '../review/review-items.js';
import { withoutReplacements } from '../review/without-replacements.js';
import { UltraToolContext } from './context.js';
import { pooledQueries, type PooledQuery } from './generate-queries.js';
import { nearDuplicatesOf } from '../near-duplicate-queries.js';
import { acceptedAs, gateReviews } from '../review/settled-gate.js';

const SPLIT = 'test';

export const versionOfQuery = (item: QueryItem): string => itemVersion(item);

const itemOf = ({ kind, domain, query }: PooledQuery, language: UltraToolLanguage): QueryItem => ({
  ...{ language, kind, domain, query },
});

/** Queries for review: the pool without near-duplicates. In item id order. */
export const queriesInReview = (store: Store, runId: string): ReviewedItems => {
  const items = async () => {
    const { settings } = await UltraToolContext.open(store, runId);
    const dropped = await nearDuplicatesOf(store, runId);
    const { pool } = await pooledQueries(store, runId, false);
    return pool
      .filter(({ itemId }) => !dropped.has(itemId))
      .map((one) => ({ one, item: itemOf(one, settings.language) }))
      .sort((a, b) => byText(a.one.itemId, b.one.itemId));
  };
  return {
    async *open() {
      for (const { one, item } of await items())
        yield {
          itemId: one.itemId,
          version: versionOfQuery(item),
          content: item,
          ...{ split: SPLIT, setting: item.kind, tools: [], flags: [] },
          title: item.query.slice(0, 160),
          text: `${one.recordId}\n${item.domain}\n${item.query}`,
          uncertainty: item.query.length,
          calls: Object.values(one.keys).flat(),
        };
    },
    itemRefs: async () =>
      (await items()).map(({ one, item }) => ({ itemId: one.itemId, setting: item.kind, split: SPLIT })),
    ...withoutReplacements,
  };
};

/** The queries to plan: without near-duplicates, and as accepted if they were reviewed. */
export async function acceptedQueries(store: Store, runId: string, soFar = false): Promise<PooledQuery[]> {
  const dropped = await nearDuplicatesOf(store, runId);
  const reviews = await gateReviews(store, runId, 'queries');
  const { pool } = await pooledQueries(store, runId, soFar);
  const edited = (one: PooledQuery, content: unknown): PooledQuery => {
    const { domain, query } = queryItemSchema.parse(content);
    return { ...one, domain, query };
  };
  return pool
    .filter(({ itemId }) => !dropped.has(itemId))
    .flatMap((one) => acceptedAs(one, one.itemId, reviews, (content) => edited(one, content)) ?? []);
}
