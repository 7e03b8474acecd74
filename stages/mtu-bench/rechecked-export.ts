import { batched } from '../../core/batched.js';
import { addOne, inOrder } from '../../core/counts.js';
import type { Item } from '../../core/mtu-bench/item.js';
import { RECHECK_STAGE, type RecheckCounts, type RecheckVerdict } from '../../core/mtu-bench/rechecking.js';
import { RECHECK_DOCUMENT, runDocument } from '../../store/documents.js';
import type { LineageItem, LineageRow } from '../../store/mtu-bench/export-streams.js';
import type { Run } from '../../store/runs.js';
import { retriedKeys } from '../../store/stages/retries.js';
import { outcomesOf, streamWorkItems, type WorkItemOutcome } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import { flaggedItem, formatVerdict } from '../../transforms/mtu-bench/rechecking/verdicts.js';
import { recordedCalls, ROWS_AT_ONCE, type ItemStreams } from './rewritten-export.js';
import type { RecheckDocument } from './recheck-items.js';
import { parseJson, writeJson } from '../../core/json.js';

/** The export's data on recheck findings. */
export async function recheckedExport(
  store: Store,
  { runId, frozen }: Run<'mtu-bench'>,
  streams: ItemStreams,
): Promise<ItemStreams & { readonly recheck: RecheckCounts }> {
  const { rehearsal = false, epochs = {} } = frozen.models ?? {};
  const retried = await retriedKeys(store, runId, epochs[RECHECK_STAGE] ?? 0);
  const flags = frozen.settings.recheck?.wrong === 'flag';
  const withRecheck = (item: LineageItem, result: WorkItemOutcome | undefined): LineageItem => {
    if (result === undefined) return item;
    const rest = recordedCalls(result.keys, retried, rehearsal);
    if (result.outcome === 'set aside') {
      const { outcome, reason, detail } = result;
      return { ...item, recheck: { outcome, reason, detail, ...rest } };
    }
    const verdict = result.value as RecheckVerdict;
    const said = verdict.right ? {} : { detail: formatVerdict(verdict) };
    return { ...item, recheck: { outcome: verdict.right ? 'right' : 'wrong', ...said, ...rest } };
  };
  return {
    recheck: await countRecheck(store, runId),
    async *items(split, setting) {
      for await (const batch of batched(streams.items(split, setting), ROWS_AT_ONCE)) {
        const ids = batch.map(({ itemId }) => itemId);
        const found = flags
          ? await outcomesOf(store, runId, RECHECK_STAGE, ids)
          : new Map<string, WorkItemOutcome>();
        for (const stored of batch) {
          const verdict = stored.edited ? undefined : recheckVerdictOf(found.get(stored.itemId));
          if (verdict?.right !== false) yield stored;
          else yield { ...stored, body: writeJson(flaggedItem(parseJson(stored.body) as Item, verdict)) };
        }
      }
    },
    async *lineage() {
      for await (const batch of batched(streams.lineage(), ROWS_AT_ONCE)) {
        const ids = batch.flatMap((row) => row.items.map(({ itemId }) => itemId));
        const found = await outcomesOf(store, runId, RECHECK_STAGE, ids);
        for (const row of batch)
          yield {
            ...row,
            items: row.items.map((item) => withRecheck(item, found.get(item.itemId))),
          } satisfies LineageRow;
      }
    },
  };
}

/** The verdict of an outcome, if any. */
export const recheckVerdictOf = (result: WorkItemOutcome | undefined): RecheckVerdict | undefined =>
  result?.outcome === 'done' ? (result.value as RecheckVerdict) : undefined;

async function countRecheck(store: Store, runId: string): Promise<RecheckCounts> {
  const counts = { items: 0, right: 0, wrong: 0 };
  const setAside: Record<string, number> = {};
  for await (const { result } of streamWorkItems(store, runId, RECHECK_STAGE)) {
    if (result === undefined) continue;
    counts.items++;
    if (result.outcome === 'set aside') addOne(setAside, result.reason);
    else counts[(result.value as RecheckVerdict).right ? 'right' : 'wrong']++;
  }
  const document = parseJson(await runDocument(store, runId, RECHECK_DOCUMENT)) as RecheckDocument;
  return { ...counts, setAside: inOrder(setAside), promoted: document.promoted };
}
