import { byText, itemVersion } from '../../core/ids.js';
import { queryItemSchema, type ToolEyesQueryItem } from '../../core/tooleyes/query.js';
import type { Store } from '../../store/store.js';
import type { ReviewedItems } from '../review/review-items.js';
import { acceptedAs, gateReviews } from '../review/settled-gate.js';
import { withoutReplacements } from '../review/without-replacements.js';
import { nearDuplicatesOf } from '../near-duplicate-queries.js';
import type { PooledQuery } from './pooled-query.js';
import { pooledQueries } from './queries.js';

/** All published queries are test data. */
export const TOOLEYES_SPLIT = 'test';

export const versionOfQuery = (item: ToolEyesQueryItem): string => itemVersion(item);

const itemOf = ({ scenario, path, query, by }: PooledQuery): ToolEyesQueryItem => ({
  ...{ scenario, path, query, by },
});

/** Queries by people are kept, even if they are near-duplicates. */
export const isDropped = ({ by, itemId }: PooledQuery, near: ReadonlyMap<string, unknown>): boolean =>
  by === 'model' && near.has(itemId);

/** Queries for review: all without the drafts that are near-duplicates. In item id order. */
export const queriesInReview = (store: Store, runId: string): ReviewedItems => {
  const items = async () => {
    const near = await nearDuplicatesOf(store, runId);
    const { pool } = await pooledQueries(store, runId, false);
    return pool
      .filter((one) => !isDropped(one, near))
      .map((one) => ({ one, item: itemOf(one) }))
      .sort((a, b) => byText(a.one.itemId, b.one.itemId));
  };
  return {
    async *open() {
      for (const { one, item } of await items())
        yield {
          itemId: one.itemId,
          version: versionOfQuery(item),
          content: item,
          ...{ split: TOOLEYES_SPLIT, setting: item.scenario, tools: [] },
          flags: item.by === 'model' ? ['draft'] : [],
          title: item.query.slice(0, 160),
          text: `${one.recordId}\n${item.path}\n${item.query}`,
          uncertainty: item.by === 'model' ? 1 : 0,
          calls: Object.values(one.keys).flat(),
        };
    },
    itemRefs: async () =>
      (await items()).map(({ one, item }) => ({
        ...{ itemId: one.itemId, setting: item.scenario, split: TOOLEYES_SPLIT },
      })),
    ...withoutReplacements,
  };
};

/** The kept queries: without near-duplicate drafts, and as accepted if they were reviewed. */
export async function acceptedQueries(store: Store, runId: string, soFar = false): Promise<PooledQuery[]> {
  const near = await nearDuplicatesOf(store, runId);
  const reviews = await gateReviews(store, runId, 'queries');
  const { pool } = await pooledQueries(store, runId, soFar);
  const edited = (one: PooledQuery, content: unknown): PooledQuery => {
    const { query } = queryItemSchema.parse(content);
    return { ...one, query };
  };
  return pool
    .filter((one) => !isDropped(one, near))
    .flatMap((one) => acceptedAs(one, one.itemId, reviews, (content) => edited(one, content)) ?? []);
}
