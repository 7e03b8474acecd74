import { byText, itemVersion } from '../../core/ids.js';
import type { GateReview } from '../../core/review/gate-review.js';
import { scenarioItemSchema, type ScenarioItem } from '../../core/tooltalk/scenario.js';
import type { Store } from '../../store/store.js';
import type { WrittenScenario } from '../../transforms/tooltalk/scenario-prompts.js';
import type { ReviewedItems } from '../review/review-items.js';
import { acceptedAs, gateReviews, settledAt } from '../review/settled-gate.js';
import { withoutReplacements } from '../review/without-replacements.js';
import { conversationId } from './check-conversations.js';
import { dividedScenarios } from './choose-scenarios.js';
import { ToolTalkContext } from './context.js';

/** Document with the decisions on a run's scenarios. */
export const SETTLED_SCENARIOS = settledAt('scenarios');
const SPLIT = 'test';

const itemOf = ({ prompt: { set, suites, tool }, scenario, calls }: WrittenScenario): ScenarioItem => ({
  ...{ set, suites: [...suites], tool, scenario, calls: [...calls] },
});

export const versionOfScenario = (item: ScenarioItem): string => itemVersion(item);

/** Scenarios for review: the chosen ones, before conversations are generated. In item id order. */
export const scenariosInReview = (store: Store, runId: string): ReviewedItems => {
  const items = async () => {
    const { generate } = await ToolTalkContext.open(store, runId);
    const { chosen } = await dividedScenarios(store, runId, generate.scenarios, false);
    return chosen
      .map((one) => ({ itemId: conversationId(one.id), one, item: itemOf(one) }))
      .sort((a, b) => byText(a.itemId, b.itemId));
  };
  return {
    async *open() {
      for (const { itemId, one, item } of await items())
        yield {
          itemId,
          version: versionOfScenario(item),
          content: item,
          ...{ split: SPLIT, setting: item.set, tools: [...new Set(item.calls)].sort(byText), flags: [] },
          title: item.scenario.slice(0, 160),
          text: `${one.id}\n${item.scenario}\n${item.calls.join(' ')}`,
          uncertainty: item.calls.length,
          calls: [],
        };
    },
    itemRefs: async () =>
      (await items()).map(({ itemId, item }) => ({ itemId, setting: item.set, split: SPLIT })),
    ...withoutReplacements,
  };
};

/** Decisions on scenarios, by item id; undefined without review, or before the gate is complete. */
export const scenarioReviews = (
  store: Store,
  runId: string,
): Promise<ReadonlyMap<string, GateReview> | undefined> => gateReviews(store, runId, 'scenarios');

/** A scenario as accepted; undefined if it was not. */
export const acceptedScenario = (
  written: WrittenScenario,
  reviews: ReadonlyMap<string, GateReview> | undefined,
): WrittenScenario | undefined =>
  acceptedAs(written, conversationId(written.id), reviews, (content) => {
    const { scenario, calls } = scenarioItemSchema.parse(content);
    return { ...written, scenario, calls };
  });
