import { distancesTo } from '../offering/offered-tools.js';
import { hardItemId, ownDocuments, type Hardening } from './draft.js';

const KIND = 'confusable-tools';

/**
 * Confusable tools (MTU-Bench §1, §2.4: "easily confusable tools"): distractors are the nearest by embedding, never
 * substitutes. Only if one is within the configured distance.
 */
export const withConfusableTools: Hardening = (item, context) => {
  const own = ownDocuments(item, context);
  const offered = context.confusing.forItem(hardItemId(KIND, [item]), own);
  const distances = distancesTo(own, context.closeness);
  const isNear = offered.some(
    ({ document: { id } }) =>
      !item.tools.includes(id) && (distances.get(id) ?? Infinity) <= context.settings.confusableDistance,
  );
  return isNear ? { turns: item.turns, offered } : undefined;
};
