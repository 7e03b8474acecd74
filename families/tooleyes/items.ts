import type { ToolEyesLineage } from '../../core/tooleyes/manifest.js';
import { collectQueries } from '../../stages/tooleyes/collect.js';
import type { Store } from '../../store/store.js';
import { byRecord } from '../../transforms/order-records.js';
import type { FamilyItems, ItemFilter } from '../parts/items.js';
import { collectedLines, QUERIES_HEAD, queryLine } from './item-text.js';

/** Values of `--outcome` for the outcomes of queries. */
const FILTERED: Readonly<Record<ToolEyesLineage['outcome'], ItemFilter['outcome']>> = {
  accepted: 'accepted',
  dropped: 'dropped',
  'set aside': 'dropped',
  undecided: 'waiting',
};

async function found(store: Store, runId: string) {
  const all = await collectQueries(store, runId, true);
  return [...all.values()].sort((a, b) => byRecord(a.line.recordId, b.line.recordId));
}

export const items: FamilyItems<'tooleyes'> = {
  called: { inFile: 'queries:12', record: 'TG/Random/Random/0/1' },
  async list(store, { runId }, { outcome, setting, limit }) {
    const shown = (await found(store, runId))
      .filter(
        ({ line }) =>
          (outcome === undefined || FILTERED[line.outcome] === outcome) &&
          (setting === undefined || line.scenario === setting),
      )
      .slice(0, limit);
    return { items: shown.map(({ line }) => line), head: QUERIES_HEAD, lines: shown.map(queryLine) };
  },
  async show(store, { runId }, name, most) {
    const shown = (await found(store, runId)).filter(
      ({ line }) => line.itemId.startsWith(name) || line.recordId === name,
    );
    return shown
      .slice(0, most)
      .map((one) => ({ object: { ...one.line, item: one.made?.item }, lines: collectedLines(one) }));
  },
};
