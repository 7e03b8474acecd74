import type { JsonValue } from '../../core/canonical.js';
import { byText } from '../../core/ids.js';
import { versionOfToolEyesItem } from '../../core/tooleyes/item.js';
import type { Store } from '../../store/store.js';
import type { ReviewedItems } from '../review/review-items.js';
import { withoutReplacements } from '../review/without-replacements.js';
import { madeItems } from './collect.js';
import { TOOLEYES_SPLIT } from './review-queries.js';

/** Queries with their trajectories for review, without replacements. */
export const itemsInReview = (store: Store, runId: string): ReviewedItems => ({
  async *open() {
    for (const { itemId, recordId, item, findings, keys } of await madeItems(store, runId, false))
      yield {
        itemId,
        version: versionOfToolEyesItem(item),
        content: item as unknown as JsonValue,
        ...{ split: TOOLEYES_SPLIT, setting: item.scenario },
        tools: [...new Set((item.turns ?? []).flatMap(({ action }) => action ?? []))].sort(byText),
        flags: [...new Set(findings.map(({ kind }) => kind))].sort(byText),
        title: item.query.slice(0, 160),
        text: [recordId, item.path, item.query, ...(item.turns ?? []).map(({ text }) => text)].join('\n'),
        uncertainty: findings.length,
        calls: Object.values(keys).flat(),
      };
  },
  itemRefs: async () =>
    (await madeItems(store, runId, false)).map(({ itemId, item }) => ({
      ...{ itemId, setting: item.scenario, split: TOOLEYES_SPLIT },
    })),
  ...withoutReplacements,
});
