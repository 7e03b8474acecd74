import { ID_DIGITS } from '../../core/ids.js';
import type { Setting } from '../../core/mtu-bench/item.js';
import { RECHECK_STAGE } from '../../core/mtu-bench/rechecking.js';
import { REWRITE_STAGE, type RewrittenWords } from '../../core/mtu-bench/rewriting.js';
import type { Split } from '../../core/split.js';
import { recheckVerdictOf } from '../../stages/mtu-bench/rechecked-export.js';
import { findItems, listItems, type FoundItem, type ItemLine } from '../../store/mtu-bench/items.js';
import type { Run } from '../../store/runs.js';
import { outcomesOf } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import { flaggedItem } from '../../transforms/mtu-bench/rechecking/verdicts.js';
import { rewrittenItem } from '../../transforms/mtu-bench/rewriting/rewritten-item.js';
import type { FamilyItems } from '../parts/items.js';
import { itemLines } from './item-text.js';

export const items: FamilyItems<'mtu-bench'> = {
  called: { inFile: 'M-S_3', record: 'dev/5_00012' },
  async list(store, { runId }, { setting, split, ...filter }) {
    const found = await listItems(store, runId, {
      ...filter,
      setting: setting as Setting | undefined,
      split: split as Split | undefined,
    });
    return {
      items: found,
      head: `${'item'.padEnd(ID_DIGITS)}  set  ${'dialogue'.padEnd(24)}  outcome`,
      lines: found.map(itemLine),
    };
  },
  async show(store, run, name, most) {
    const found = await inNewWords(store, run, await findItems(store, run.runId, name, most));
    return found.map((item) => ({ object: item, lines: itemLines(item) }));
  },
};

const itemLine = ({ itemId, setting, dialogue, split, outcome, reason }: ItemLine): string =>
  `${itemId}  ${setting}  ${dialogue.padEnd(24)}  ${split ?? outcome}${reason === undefined ? '' : `: ${reason}`}`;

/** The items as exported: with rewritten texts, and with findings of the recheck. */
async function inNewWords(
  store: Store,
  { runId, frozen }: Run<'mtu-bench'>,
  found: FoundItem[],
): Promise<FoundItem[]> {
  const ids = found.map(({ item }) => item.itemId);
  const outcomes = await outcomesOf(store, runId, REWRITE_STAGE, ids);
  const rechecked = await outcomesOf(store, runId, RECHECK_STAGE, ids);
  const rehearsed = frozen.models?.rehearsal ?? false;
  return found.map((one) => {
    const result = outcomes.get(one.item.itemId);
    const item =
      result?.outcome === 'done'
        ? rewrittenItem(one.item, result.value as RewrittenWords, rehearsed)
        : one.item;
    const verdict = recheckVerdictOf(rechecked.get(item.itemId));
    return { ...one, item: verdict?.right === false ? flaggedItem(item, verdict) : item };
  });
}
