import { reviewedPaths, type ReviewedPath } from '../../stages/t-eval/review-paths.js';
import { collectPaths } from '../../stages/t-eval/collect-paths.js';
import { TEvalContext } from '../../stages/t-eval/context.js';
import { decidedLine } from '../../stages/t-eval/export-paths.js';
import type { QueryLineage } from '../../core/t-eval/lineage.js';
import { byText } from '../../core/ids.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';

/** A query of a run of `t-eval` as it stands now. */
export interface FoundPath {
  readonly line: QueryLineage;
  /** Absent where it was never annotated. */
  readonly path: ReviewedPath | undefined;
}

/** Every query that a run has so far, in item id order, named as its data files name them once it is exported. */
export async function pathsOf(store: Store, run: Run<'t-eval'>): Promise<FoundPath[]> {
  const context = await TEvalContext.open(store, run.runId);
  const { lineage } = await collectPaths(store, context, true);
  const lines = new Map(lineage.map((line) => [line.itemId, line]));
  const paths = new Map<string, ReviewedPath>();
  for await (const path of reviewedPaths(store, run.runId)) {
    const line = lines.get(path.item.itemId);
    if (line === undefined || line.outcome === 'dropped') continue;
    paths.set(path.item.itemId, path);
    lines.set(line.itemId, decidedLine(line, path));
  }
  let accepted = 0;
  return [...lines.values()]
    .sort((a, b) => byText(a.itemId, b.itemId))
    .map((line) => ({
      line: line.outcome === 'accepted' ? { ...line, query: `query_${accepted++}` } : line,
      path: paths.get(line.itemId),
    }));
}

/** Whether a query is called so: its id or the beginning of it, its record id, or its name in the data files. */
export const isCalled = ({ line: { itemId, recordId, query } }: FoundPath, name: string): boolean =>
  itemId.startsWith(name) || recordId === name || query === name;
