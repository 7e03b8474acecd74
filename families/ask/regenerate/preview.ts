import { itemCountLines } from '../../../app/text/diff.js';
import { comparedRow, comparedRows } from '../../../outputs/ask/diff-answers.js';
import { diffItems, type ComparedContent } from '../../../outputs/diff-items.js';
import { rowsOf } from '../../../stages/ask/found-rows.js';
import { getRun, type Run } from '../../../store/runs.js';
import type { Store } from '../../../store/store.js';
import type { RegenerationPreview } from '../../parts/regenerating.js';

/** Compares the rows of an export with those of a run, as far as their answers are known. */
export async function previewRows(
  folder: string,
  store: Store,
  runId: string,
): Promise<Pick<RegenerationPreview, 'object' | 'lines'>> {
  const before = await comparedRows(folder);
  const after = await rowsOf(store, (await getRun(store, runId)) as Run<'ask'>, () => true, Infinity);
  const known = new Map<string, ComparedContent>();
  const open = new Set<string>();
  for (const row of after) {
    const { itemId, outcome, value } = row;
    if (outcome === 'waiting') open.add(itemId);
    else known.set(itemId, comparedRow({ lineage: row, answered: value && { ...row, ...value } }));
  }
  const decided = new Map([...before].filter(([itemId]) => !open.has(itemId)));
  const { items, turned } = diffItems(decided, known);
  const rows = { before: before.size, after: after.length };
  const inFiles = [...open].filter((itemId) => before.get(itemId)?.parts !== undefined).length;
  return {
    object: { rows, items, turned, open: { rows: open.size, inFiles } },
    lines: [
      ...itemCountLines({ items, turned }, 'rows', rows),
      ...(open.size === 0
        ? []
        : [
            `  rows that depend on answers still to be bought: ${open.size}, of which ${inFiles} are in the files now`,
          ]),
    ],
  };
}
