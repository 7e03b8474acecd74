import { sumOf } from '../../core/counts.js';
import type { Item, Setting } from '../../core/mtu-bench/item.js';
import type { Split } from '../../core/split.js';
import { REWRITE_STAGE, type RewriteCounts, type RewrittenWords } from '../../core/mtu-bench/rewriting.js';
import { batched } from '../../core/batched.js';
import type {
  AskedOfModels,
  LineageItem,
  LineageRow,
  StoredItem,
} from '../../store/mtu-bench/export-streams.js';
import { retriedKeys, type RetriedRequest } from '../../store/stages/retries.js';
import { countDone, quarantinedCounts } from '../../store/stages/work-item-counts.js';
import { outcomesOf, type WorkItemOutcome } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import { rewrittenItem } from '../../transforms/mtu-bench/rewriting/rewritten-item.js';
import type { Run } from '../../store/runs.js';
import { parseJson, writeJson } from '../../core/json.js';

/** Rows per outcome lookup. */
export const ROWS_AT_ONCE = 64;

/** Items and lineage of an export. */
export interface ItemStreams {
  readonly items: (split: Split | 'none', setting?: Setting) => AsyncIterable<StoredItem>;
  readonly lineage: () => AsyncIterable<LineageRow>;
}

/** The export's data on rewritten parts. */
export async function rewrittenExport(
  store: Store,
  { runId, frozen }: Run<'mtu-bench'>,
  streams: ItemStreams,
): Promise<ItemStreams & { readonly rewrite: RewriteCounts }> {
  const { rehearsal = false, epochs = {} } = frozen.models ?? {};
  const retried = await retriedKeys(store, runId, epochs[REWRITE_STAGE] ?? 0);
  const outcomes = (itemIds: string[]): Promise<Map<string, WorkItemOutcome>> =>
    outcomesOf(store, runId, REWRITE_STAGE, itemIds);
  const setAside = await quarantinedCounts(store, runId, REWRITE_STAGE);
  const rewritten = await countDone(store, runId, REWRITE_STAGE);
  const items = rewritten + sumOf(setAside);
  return {
    rewrite: { items, rewritten, setAside },
    async *items(split, setting) {
      for await (const batch of batched(streams.items(split, setting), ROWS_AT_ONCE)) {
        const found = await outcomes(batch.map(({ itemId }) => itemId));
        for (const stored of batch) yield withWords(stored, found.get(stored.itemId), rehearsal);
      }
    },
    async *lineage() {
      for await (const batch of batched(streams.lineage(), ROWS_AT_ONCE)) {
        const found = await outcomes(batch.flatMap((row) => row.items.map(({ itemId }) => itemId)));
        for (const row of batch) yield withRewriting(row, found, retried, rehearsal);
      }
    },
  };
}

/** A stored item with the texts that a model wrote; items edited by a reviewer are unchanged. */
export function withWords(
  stored: StoredItem,
  result: WorkItemOutcome | undefined,
  rehearsal: boolean,
): StoredItem {
  const words = stored.edited ? undefined : wordsOf(result);
  if (words === undefined) return stored;
  const item = rewrittenItem(parseJson(stored.body) as Item, words, rehearsal);
  return { ...stored, itemVersion: item.itemVersion, body: writeJson(item) };
}

const wordsOf = (result: WorkItemOutcome | undefined): RewrittenWords | undefined =>
  result?.outcome === 'done' ? (result.value as RewrittenWords) : undefined;

/** A lineage row with the rewriting outcomes of its items. */
const withRewriting = (
  row: LineageRow,
  found: ReadonlyMap<string, WorkItemOutcome>,
  retried: ReadonlyMap<string, RetriedRequest>,
  rehearsal: boolean,
): LineageRow => ({
  ...row,
  items: row.items.map((item): LineageItem => {
    const result = found.get(item.itemId);
    if (result === undefined) return item;
    const { keys } = result;
    const rest = recordedCalls(keys, retried, rehearsal);
    if (result.outcome === 'done') {
      const { itemVersion } = result.value as RewrittenWords;
      return { ...item, itemVersion, rewriting: { outcome: 'rewritten', ...rest } };
    }
    const { outcome, reason, detail } = result;
    return { ...item, rewriting: { outcome, reason, detail, ...rest } };
  }),
});

/** The lineage's record of model calls. */
export function recordedCalls(
  keys: readonly string[],
  retried: ReadonlyMap<string, RetriedRequest>,
  rehearsal: boolean,
): AskedOfModels {
  const again = keys.flatMap((key) => retried.get(key) ?? []);
  return { keys, ...(again.length > 0 && { retried: again }), ...(rehearsal && { rehearsal: true }) };
}
