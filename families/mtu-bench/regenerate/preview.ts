import { MtuBenchContexts } from '../../../stages/mtu-bench/run-context.js';
import { divideRun } from '../../../stages/mtu-bench/split-items.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { SPLITS, type Split } from '../../../core/split.js';
import type { Item } from '../../../core/mtu-bench/item.js';
import {
  comparedItem,
  compareItems,
  itemPlaceOf,
  readComparedItems,
  type ComparedItem,
  type MtuBenchDiff,
} from '../../../outputs/mtu-bench/diff-exports.js';
import { keptVectors } from '../../../llm/embedders/vector-answers.js';
import { streamItems } from '../../../store/mtu-bench/export-streams.js';
import type { Store } from '../../../store/store.js';
import type { LocalRun } from '../../../app/rebuild/local-options.js';
import type { FamilyPlanning } from '../../parts/planning.js';
import type { Plan } from './plan.js';

/**
 * Computes the effect on an export's items before the run starts: runs the pure stages in this process, or only the split
 * if the items stay the same. Offered tools and hard items are known only after the export.
 * @throws SPLIT_IMPOSSIBLE, SOURCE_*
 */
export async function previewMtuBench(
  folder: string,
  plan: Plan,
  planning: FamilyPlanning,
): Promise<MtuBenchDiff['places']> {
  const old = new Map([...(await readComparedItems(folder))].filter(([, { hard }]) => !hard));
  const now =
    plan.reuse && plan.base
      ? await dividedAnew(planning.home, plan.base.runId, plan, old)
      : await madeAnew(folder, plan, planning);
  return compareItems(old, now).places;
}

/** The base's items, split with the new settings and seed. */
async function dividedAnew(
  store: Store,
  baseId: string,
  { run }: Plan,
  old: ReadonlyMap<string, ComparedItem>,
): Promise<Map<string, ComparedItem>> {
  const { settings, seed } = run.frozen;
  const division = await divideRun(store, new MtuBenchContexts(store), baseId, settings, seed);
  const written = new Set<Split>(settings.split.write);
  const whole = settings.split.write.length === SPLITS.length;
  // A joined item keeps its id although its connectives depend on the seed; all others are unchanged.
  const joined = new Map(division.joined.map(({ row }) => [row.itemId, row.itemVersion]));
  const items = new Map<string, ComparedItem>();
  for (const { itemId, setting, split } of division.placements) {
    if (split === undefined ? !whole : !written.has(split)) continue;
    const version = joined.get(itemId) ?? old.get(itemId)?.version ?? '';
    items.set(itemId, { place: itemPlaceOf(setting, split ?? null), version, dialogue: '', parts: {} });
  }
  return items;
}

async function madeAnew(
  folder: string,
  { run }: Plan,
  { home, onProgress, runLocally }: FamilyPlanning,
): Promise<Map<string, ComparedItem>> {
  const { write } = run.frozen.settings.split;
  const places = write.length === SPLITS.length ? ([...write, 'none'] as const) : write;
  const make = async ({ store, runId }: LocalRun): Promise<Map<string, ComparedItem>> => {
    const items = new Map<string, ComparedItem>();
    for (const split of places)
      for await (const stored of streamItems(store, runId, split))
        items.set(
          stored.itemId,
          comparedItem(JSON.parse(stored.body) as Item, split === 'none' ? null : split),
        );
    return items;
  };
  onProgress('clustering and converting again');
  const vectors = () =>
    keptVectors(
      home,
      ({ text }) =>
        new BenchwrightError('INTERNAL', {
          found: `no vector of ${JSON.stringify(text)}, which was looked for before`,
          next: 'Report this.',
        }),
    );
  return runLocally(run, { until: 'splitItems', exported: folder, vectors }, make);
}
