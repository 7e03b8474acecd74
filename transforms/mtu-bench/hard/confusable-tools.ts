import { distancesTo } from '../offering/offered-tools.js';
import { hardItemId, ownDocuments, type Hardening } from './draft.js';

const KIND = 'confusable-tools';

/**
 * Tools that are easily taken for the right one (MTU-Bench §1, §2.4: "easily confusable tools"): the distractors are the
 * nearest by embedding, never one that would do as well. Only where one of them is as near as the settings ask.
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
