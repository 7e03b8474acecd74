import * as z from 'zod';

/** What a run may spend. */
export const budgetSchema = z.strictObject({
  usd: z.number().positive(),
  /**
   * A hard budget reserves the most that each call could cost, so it is never passed, as far as the input was counted
   * right. A soft one reserves what calls of the stage usually cost, and may be passed by what was in flight.
   */
  hard: z.boolean(),
});
export type Budget = Readonly<z.infer<typeof budgetSchema>>;

/** Where the money of a run is, in US dollars, as the ledger has it. */
export interface Spending {
  /** For answers that count. */
  readonly spent: number;
  /** What calls in flight have reserved. */
  readonly reserved: number;
  /** What was perhaps billed and brought nothing, by what had been reserved for it; and second answers. */
  readonly lost: number;
}

/** What a call would reserve, in US dollars; undefined: that cannot be known, so no budget of that kind can be kept. */
export interface Reserve {
  readonly soft?: number | undefined;
  readonly hard?: number | undefined;
}

/** Sums of binary fractions: ten calls of 10 cents are a dollar. */
const TOLERANCE_USD = 1e-9;

/**
 * Whether a call may begin. `no room`: not while calls in flight hold so much reserved; what they do not use may make
 * room. `over budget`: nobody's ending helps.
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

/** After a call began. */
export const withReserved = (spending: Spending, reserve: number): Spending => ({
  ...spending,
  reserved: spending.reserved + reserve,
});
