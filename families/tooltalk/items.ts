import { byText } from '../../core/ids.js';
import type { ToolTalkLineage } from '../../core/tooltalk/manifest.js';
import { collectConversations } from '../../stages/tooltalk/collect-conversations.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { FamilyItems, ItemFilter } from '../parts/items.js';
import { collectedLines, conversationLine, CONVERSATIONS_HEAD } from './item-text.js';

/** Values of `--outcome` for the outcomes of conversations. */
const FILTERED: Readonly<Record<ToolTalkLineage['outcome'], ItemFilter['outcome']>> = {
  accepted: 'accepted',
  dropped: 'dropped',
  'set aside': 'dropped',
  undecided: 'waiting',
};

async function found(store: Store, { runId, frozen }: Run<'tooltalk'>) {
  const all = await collectConversations(store, runId, frozen.settings.generate !== undefined, true);
  return [...all.values()].sort((a, b) => byText(a.line.itemId, b.line.itemId));
}

export const items: FamilyItems<'tooltalk'> = {
  called: { inFile: 'AddAlarm-easy', record: 'Alarm-Calendar-Weather-AddAlarm/0' },
  async list(store, run, { outcome, setting, limit }) {
    const shown = (await found(store, run))
      .filter(
        ({ line }) =>
          (outcome === undefined || FILTERED[line.outcome] === outcome) &&
          (setting === undefined || line.set === setting),
      )
      .slice(0, limit);
    return {
      items: shown.map(({ line }) => line),
      head: CONVERSATIONS_HEAD,
      lines: shown.map(conversationLine),
    };
  },
  async show(store, run, name, most) {
    const shown = (await found(store, run)).filter(
      ({ line, held }) =>
        line.itemId.startsWith(name) ||
        line.recordId === name ||
        held?.item.file === `${name}.json` ||
        held?.item.file === name,
    );
    return shown
      .slice(0, most)
      .map((one) => ({ object: { ...one.line, item: one.held?.item }, lines: collectedLines(one) }));
  },
};
