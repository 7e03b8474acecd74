import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { CELLS, type Cell, type Setting } from '../../../core/mtu-bench/item.js';
import { takeBalanced, type Balanced } from './balance.js';
import { seededOrder } from './seeded-order.js';

export type Quotas = Readonly<Partial<Record<Cell, number>>>;

const PAPER_NORMAL = { 'S-S': 52, 'S-M': 55, 'M-S': 54, 'M-M': 42 } as const;

/**
 * Named quotas, from MTU-Bench's table 7 (dialogues per setting). `paper-test`: the normal test set; `published`: all
 * of it with OOD and the hard set (`HARD_PRESETS`).
 */
export const PRESETS = {
  'paper-test': PAPER_NORMAL,
  published: { ...PAPER_NORMAL, OOD: 65 },
} as const satisfies Record<string, Quotas>;

/** A preset's hard items, in addition to normal ones. */
export const HARD_PRESETS: Readonly<Record<string, Readonly<Partial<Record<Setting, number>>>>> = {
  published: { 'S-S': 56, 'S-M': 39, 'M-S': 31, 'M-M': 37 },
};

/** Evaluation items selected by quota. */
export interface QuotaResult {
  readonly taken: ReadonlySet<string>;
  /** Items left over per cell, in selection order. */
  readonly reserve: readonly { readonly cell: Cell; readonly itemIds: readonly string[] }[];
  /** Cells with fewer items than requested; all of theirs are selected. */
  readonly unfilled: Partial<Record<Cell, { readonly asked: number; readonly had: number }>>;
}

/**
 * Selects each cell's quota of items in a seeded order that is stable under additions; the rest is the replacement
 * pool. A cell without a quota is selected whole.
 * @param toolShare maximum share of a tool in a file; a quota that cannot be met within this share takes precedence.
 * Absent: no maximum
 */
export function applyQuotas(
  items: readonly (Balanced & { readonly cell: Cell })[],
  quotas: Quotas,
  seed: number,
  toolShare?: number,
): QuotaResult {
  const taken = new Set<string>();
  const reserve: { cell: Cell; itemIds: string[] }[] = [];
  const unfilled: QuotaResult['unfilled'] = {};
  for (const cell of CELLS) {
    const there = items.filter((item) => item.cell === cell);
    const quota = quotas[cell];
    if (quota === undefined && toolShare === undefined) {
      there.forEach(({ itemId }) => taken.add(itemId));
      continue;
    }
    const ordered = seededOrder(there, ({ itemId }) => itemId, seed, 'quota', cell);
    const { ids, balanced } = inOrder(ordered, quota, toolShare);
    const kept = ids.slice(0, quota ?? balanced);
    kept.forEach((id) => taken.add(id));
    if (ids.length > kept.length) reserve.push({ cell, itemIds: ids.slice(kept.length) });
    if (quota !== undefined && ids.length < quota) unfilled[cell] = { asked: quota, had: ids.length };
  }
  return { taken, reserve, unfilled };
}

/** Item ids in the order of selection, and how many of them keep every tool within its share. */
function inOrder(
  items: readonly Balanced[],
  quota: number | undefined,
  toolShare: number | undefined,
): { readonly ids: readonly string[]; readonly balanced: number } {
  if (toolShare === undefined) return { ids: items.map(({ itemId }) => itemId), balanced: items.length };
  const { taken, left } = takeBalanced(items, quota ?? items.length, toolShare);
  return { ids: [...taken, ...left], balanced: taken.length };
}

/** Parses a command-line quota: `S-S=52`. @throws USAGE */
export function parseQuota(text: string): { cell: Cell; quota: number } {
  const [, name, digits] = /^([^=]+)=(\d{1,9})$/.exec(text.trim()) ?? [];
  const cell = CELLS.find((known) => known.toLowerCase() === name?.trim().toLowerCase());
  if (cell === undefined || digits === undefined) {
    throw new BenchwrightError('USAGE', {
      expected: `a cell and a whole number, such as S-S=52; cells are ${CELLS.join(', ')}`,
      found: text === '' ? 'nothing' : text,
      next: `Write the quota as CELL=NUMBER, or take a preset: ${Object.keys(PRESETS).join(', ')}.`,
    });
  }
  return { cell, quota: Number(digits) };
}
