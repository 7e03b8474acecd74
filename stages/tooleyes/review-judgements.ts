import type { JsonValue } from '../../core/canonical.js';
import { byText, itemVersion } from '../../core/ids.js';
import { seededRandom } from '../../core/random.js';
import { JUDGED_PARTS } from '../../core/tooleyes/judgement.js';
import type { ScoreSheet } from '../../core/tooleyes/score-sheet.js';
import type { Store } from '../../store/store.js';
import type { ReviewedItems } from '../review/review-items.js';
import { withoutReplacements } from '../review/without-replacements.js';
import { madeItems, type MadeItem } from './collect.js';
import { ToolEyesContext } from './context.js';
import { TOOLEYES_SPLIT } from './review-queries.js';

export const versionOfScoreSheet = (sheet: ScoreSheet): string => itemVersion(sheet);

/** A trajectory without scores. */
function sheetOf({ item }: MadeItem): ScoreSheet | undefined {
  const { scenario, path, query, turns, ending } = item;
  if (turns === undefined || ending === undefined) return undefined;
  const scores = Object.fromEntries(JUDGED_PARTS.map((part) => [part, null])) as ScoreSheet['scores'];
  return { scenario, path, query, turns, ending, scores };
}

/** The sample of judged trajectories to be scored by people: drawn by seed, in item id order. */
export const judgementsInReview = (store: Store, runId: string): ReviewedItems => {
  const items = async () => {
    const { run, settings } = await ToolEyesContext.open(store, runId);
    const judged = (await madeItems(store, runId, false)).filter(({ item }) => item.judgement !== undefined);
    const drawn = seededRandom(run.frozen.seed, 'judgements to review').sample(
      judged,
      settings.judge?.sample ?? 0,
    );
    return drawn
      .flatMap((one) => {
        const sheet = sheetOf(one);
        return sheet === undefined ? [] : [{ one, sheet }];
      })
      .sort((a, b) => byText(a.one.itemId, b.one.itemId));
  };
  return {
    async *open() {
      for (const { one, sheet } of await items())
        yield {
          itemId: one.itemId,
          version: versionOfScoreSheet(sheet),
          content: sheet as unknown as JsonValue,
          ...{ split: TOOLEYES_SPLIT, setting: sheet.scenario },
          tools: [...new Set(sheet.turns.flatMap(({ action }) => action ?? []))].sort(byText),
          flags: [],
          title: sheet.query.slice(0, 160),
          text: [one.recordId, sheet.path, sheet.query, ...sheet.turns.map(({ text }) => text)].join('\n'),
          uncertainty: 0,
          calls: [],
        };
    },
    itemRefs: async () =>
      (await items()).map(({ one, sheet }) => ({
        ...{ itemId: one.itemId, setting: sheet.scenario, split: TOOLEYES_SPLIT },
      })),
    ...withoutReplacements,
  };
};
