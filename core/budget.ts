import * as z from 'zod';

/** Budget of a run. */
export const budgetSchema = z.strictObject({
  usd: z.number().positive(),
  /**
   * A hard budget reserves the maximum cost of each call and is never exceeded if input tokens are counted
   * correctly. A soft budget reserves the typical cost and may be exceeded by calls in flight.
   */
  hard: z.boolean(),
});
export type Budget = Readonly<z.infer<typeof budgetSchema>>;

/** Spending of a run in US dollars, from the ledger. */
export interface Spending {
  /** Cost of answers in use. */
  readonly spent: number;
  /** Reserved by calls in flight. */
  readonly reserved: number;
  /** Reserved cost of attempts that may have been billed without an answer, and cost of duplicate answers. */
  readonly lost: number;
}

/** Amount that a call reserves, in US dollars; undefined if unknown, so that the budget could not be kept. */
export interface Reserve {
  readonly soft?: number | undefined;
  readonly hard?: number | undefined;
}

/** Tolerance for floating-point sums: ten calls of 10 cents are a dollar. */
const TOLERANCE_USD = 1e-9;

/**
 * Whether a call fits the budget. `no room`: calls in flight may release enough; `over budget`: only a higher
 * budget helps.
 */
export function admission(
  { usd }: Budget,
  { spent, reserved, lost }: Spending,
  reserve: number,
): 'acquired' | 'no room' | 'over budget' {
  const most = usd + TOLERANCE_USD;
  if (spent + lost + reserve > most) return 'over budget';
  return spent + lost + reserved + reserve > most ? 'no room' : 'acquired';
}

/** Adds a reservation. */
export const withReserved = (spending: Spending, reserve: number): Spending => ({
  ...spending,
  reserved: spending.reserved + reserve,
});
