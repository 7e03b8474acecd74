import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { CELLS, type Cell, type Setting } from '../../../core/mtu-bench/item.js';
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
 */
export function applyQuotas(
  items: readonly { readonly itemId: string; readonly cell: Cell }[],
  quotas: Quotas,
  seed: number,
): QuotaResult {
  const taken = new Set<string>();
  const reserve: { cell: Cell; itemIds: string[] }[] = [];
  const unfilled: QuotaResult['unfilled'] = {};
  for (const cell of CELLS) {
    const ids = items.filter((item) => item.cell === cell).map(({ itemId }) => itemId);
    const quota = quotas[cell];
    if (quota === undefined) {
      ids.forEach((id) => taken.add(id));
      continue;
    }
    const ordered = seededOrder(ids, (id) => id, seed, 'quota', cell);
    ordered.slice(0, quota).forEach((id) => taken.add(id));
    if (ordered.length > quota) reserve.push({ cell, itemIds: ordered.slice(quota) });
    if (ordered.length < quota) unfilled[cell] = { asked: quota, had: ordered.length };
  }
  return { taken, reserve, unfilled };
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
