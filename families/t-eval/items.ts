import { isCalled, pathsOf, type FoundPath } from '../../stages/t-eval/found-paths.js';
import { solvedItems } from '../../stages/t-eval/solved-items.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { AnnotatedItem } from '../../core/t-eval/annotation.js';
import type { QueryLineage } from '../../core/t-eval/lineage.js';
import type { FamilyItems, ItemFilter } from '../parts/items.js';
import { PATHS_HEAD, pathLine, pathLines } from './item-text.js';

/** Values of `--outcome` for the outcomes of queries. */
const FILTERED: Readonly<Record<QueryLineage['outcome'], ItemFilter['outcome']>> = {
  accepted: 'accepted',
  dropped: 'dropped',
  'set aside': 'dropped',
  undecided: 'waiting',
};

export const items: FamilyItems<'t-eval'> = {
  called: { inFile: 'query_3', record: 'ArxivSearch+Weather/0/1' },
  async list(store, run, { outcome, limit }) {
    const found = (await pathsOf(store, run))
      .filter(({ line }) => outcome === undefined || FILTERED[line.outcome] === outcome)
      .slice(0, limit);
    return { items: found.map(({ line }) => line), head: PATHS_HEAD, lines: found.map(pathLine) };
  },
  async show(store, run, name, most) {
    const found = (await pathsOf(store, run)).filter((path) => isCalled(path, name)).slice(0, most);
    const solved = await droppedItems(store, run, found);
    return found.map((one) => {
      const tried = solved.get(one.line.itemId);
      return {
        object: { ...one.line, item: one.path?.item ?? tried },
        lines: pathLines(one, run.name, tried),
      };
    });
  },
};

/** The completely solved paths of queries that were dropped afterwards, by item id. */
async function droppedItems(
  store: Store,
  { runId }: Run<'t-eval'>,
  found: readonly FoundPath[],
): Promise<Map<string, AnnotatedItem>> {
  const dropped = new Set(found.flatMap(({ line, path }) => (path === undefined ? [line.itemId] : [])));
  const items = new Map<string, AnnotatedItem>();
  if (dropped.size === 0) return items;
  for await (const item of solvedItems(store, runId))
    if (dropped.has(item.itemId)) items.set(item.itemId, item);
  return items;
}
