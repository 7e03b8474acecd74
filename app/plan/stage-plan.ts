import type { Price } from '../../core/price.js';
import type { Store } from '../../store/store.js';
import { costOfPlan, type CallPlan, type OutputGuess } from '../../llm/cost/plan.js';

/**
 * What is counted: the calls themselves; conversations as long as they may be; or, where the names of the tools are to be
 * embedded first, what there would be to ask if no two of them became one; where a recheck
 * drops items, what there is to ask if none is dropped; or what is usual where it hangs on answers, of dialogues that
 * nobody has looked at or of those whose turns are known; or what there is without dialogues whose calls are still to be
 * made; or if no intent were unsuitable.
 */
export type CountedCalls =
  | 'calls'
  | 'longest conversations'
  | 'before clustering'
  | 'before the recheck'
  | 'usual paths'
  | 'usual dialogues'
  | 'seen dialogues'
  | 'without created'
  | 'before the intents';

/** What a stage will ask of one model, and what that will cost. */
export interface StagePlan extends CallPlan {
  readonly stage: string;
  readonly role: string;
  readonly provider: string;
  readonly model: string;
  readonly output: OutputGuess;
  readonly usd: number | undefined;
  readonly mostUsd: number | undefined;
  /** The number of calls is the most there can be, and none of them was looked for in the ledger. */
  readonly atMost: boolean;
  readonly counted: CountedCalls;
}

/** The price of a model, as configured. */
export type PriceOf = (model: string) => Price | undefined;

/** What a plan is made with. */
export interface Planning {
  /** The home's store, in whose ledger answers are looked for; nothing is written to it. */
  readonly home: Store;
  readonly priceOf: PriceOf;
  readonly onProgress: (message: string) => void;
}

/** A plan of calls with its stage, its model and its cost. */
export const stagePlan = (
  named: Pick<StagePlan, 'stage' | 'role' | 'provider' | 'model' | 'output' | 'counted'>,
  plan: CallPlan,
  price: Price | undefined,
  batch: boolean,
): StagePlan => ({
  ...plan,
  ...named,
  ...costOfPlan(plan, price, { batch }),
  atMost: named.counted === 'longest conversations' || named.counted === 'before clustering',
});

/** All stages together, in US dollars; undefined where a price is not known. */
export const costOfAll = (plans: readonly StagePlan[]): number | undefined =>
  plans.reduce<number | undefined>((sum, { toBuy, usd }) => {
    if (toBuy === 0) return sum;
    return sum === undefined || usd === undefined ? undefined : sum + usd;
  }, 0);

/** Calls that the stages will buy. */
export const callsOfAll = (plans: readonly StagePlan[]): number =>
  plans.reduce((sum, { toBuy }) => sum + toBuy, 0);
