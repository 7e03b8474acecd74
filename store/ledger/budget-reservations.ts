import type { Kysely } from 'kysely';
import { admission, withReserved, type Budget, type Reserve, type Spending } from '../../core/budget.js';
import type { Tables } from '../tables.js';
import { budgetsOf, NO_SPENDING, spendingOf } from './spending.js';

/** Why a call is not to be sent now for the sake of its run's budget. */
export interface Denied {
  /**
   * `no room`: calls in flight hold it reserved, and may leave some of it; claim again later. `over budget`: only a
   * person can mend that. `no reserve`: what it may cost is not known, so that the budget could not be kept.
   */
  readonly state: 'no room' | 'over budget' | 'no reserve';
  readonly budget: Budget;
  readonly spending: Spending;
}

/** What calls that are about to be sent may reserve of the budgets of their runs. */
export interface BudgetReservations {
  /** Takes a call's reserve from what is left. @returns what is reserved; null: nothing, as no price is known */
  reserve(
    runId: string | undefined,
    reserveUsd: Reserve | undefined,
  ): { readonly usd: number | null } | Denied;
}

/** Opens the purse of some runs: read once, and kept up from call to call. Inside the write job that takes the calls. */
export async function openReservations(
  trx: Kysely<Tables>,
  runIds: Iterable<string>,
  now: number,
): Promise<BudgetReservations> {
  const budgets = await budgetsOf(trx, [...new Set(runIds)]);
  const sums: Map<string, Spending> = await spendingOf(trx, [...budgets.keys()], now);
  return {
    reserve(runId, reserveUsd = {}) {
      const budget = runId === undefined ? undefined : budgets.get(runId);
      if (runId === undefined || budget === undefined) return { usd: reserveUsd.soft ?? null };
      const spending = sums.get(runId) ?? NO_SPENDING;
      const usd = budget.hard ? reserveUsd.hard : reserveUsd.soft;
      // What costs nothing needs no room.
      if (usd === 0) return { usd };
      if (usd === undefined) return { state: 'no reserve', budget, spending };
      const state = admission(budget, spending, usd);
      if (state !== 'acquired') return { state, budget, spending };
      sums.set(runId, withReserved(spending, usd));
      return { usd };
    },
  };
}
