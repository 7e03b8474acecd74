import type { UltraToolLineage } from '../../core/ultratool/manifest.js';
import { collectSamples } from '../../stages/ultratool/collect-samples.js';
import type { Store } from '../../store/store.js';
import { byRecord } from '../../transforms/order-records.js';
import type { FamilyItems, ItemFilter } from '../parts/items.js';
import { collectedLines, sampleLine, SAMPLES_HEAD } from './item-text.js';

/** Values of `--outcome` for the outcomes of samples. */
const FILTERED: Readonly<Record<UltraToolLineage['outcome'], ItemFilter['outcome']>> = {
  accepted: 'accepted',
  dropped: 'dropped',
  'set aside': 'dropped',
  undecided: 'waiting',
};

async function found(store: Store, runId: string) {
  const all = await collectSamples(store, runId, true);
  return [...all.values()].sort((a, b) => byRecord(a.line.recordId, b.line.recordId));
}

export const items: FamilyItems<'ultratool'> = {
  called: { inFile: 'samples:12', record: 'queries:3/generalised/0' },
  async list(store, { runId }, { outcome, setting, limit }) {
    const shown = (await found(store, runId))
      .filter(
        ({ line }) =>
          (outcome === undefined || FILTERED[line.outcome] === outcome) &&
          (setting === undefined || line.kind === setting),
      )
      .slice(0, limit);
    return { items: shown.map(({ line }) => line), head: SAMPLES_HEAD, lines: shown.map(sampleLine) };
  },
  async show(store, { runId }, name, most) {
    const shown = (await found(store, runId)).filter(
      ({ line }) => line.itemId.startsWith(name) || line.recordId === name,
    );
    return shown
      .slice(0, most)
      .map((one) => ({ object: { ...one.line, item: one.held?.item }, lines: collectedLines(one) }));
  },
};
