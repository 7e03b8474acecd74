import { isCalled, pathsOf } from '../../stages/t-eval/found-paths.js';
import type { QueryLineage } from '../../core/t-eval/lineage.js';
import type { FamilyItems, ItemFilter } from '../parts/items.js';
import { PATHS_HEAD, pathLine, pathLines } from './item-text.js';

/** What `--outcome` calls the outcomes of queries. */
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
    return found.map((one) => ({
      object: { ...one.line, item: one.path?.item ?? one.solved },
      lines: pathLines(one, run.name),
    }));
  },
};
