import { byText } from '../../core/ids.js';
import type { QueuedItem } from '../../core/review/kind.js';
import type { Store } from '../../store/store.js';
import { intentsToDecide } from '../../transforms/mtu-bench/intents/settled-intents.js';
import { INTENT_SETTING, queuedIntent } from '../../transforms/mtu-bench/review/intent-review.js';
import { PATH_SPLIT } from '../../transforms/t-eval/review/path-review.js';
import { judgedIntents, intentVerdictOf } from './intents/verdicts.js';
import { withoutReplacements } from '../review/without-replacements.js';
import type { ReviewedItems } from '../review/review-items.js';
import type { MtuBenchContexts } from './run-context.js';

/** Intents for review: the schemas' unlisted ones, with the model's verdicts if any. */
export const intentsInReview = (store: Store, contexts: MtuBenchContexts, runId: string): ReviewedItems => {
  const items = async (): Promise<QueuedItem[]> => {
    const { run, catalogue } = await contexts.of(runId);
    const judged = await judgedIntents(store, runId);
    return intentsToDecide(catalogue, run.frozen.settings.dropIntents ?? [])
      .map((document) => {
        const result = judged.get(document.id);
        return queuedIntent(document, { verdict: intentVerdictOf(result), keys: result?.keys ?? [] });
      })
      .sort((a, b) => byText(a.itemId, b.itemId));
  };
  return {
    async *open() {
      yield* await items();
    },
    itemRefs: async () =>
      (await items()).map(({ itemId }) => ({ itemId, setting: INTENT_SETTING, split: PATH_SPLIT })),
    ...withoutReplacements,
  };
};
