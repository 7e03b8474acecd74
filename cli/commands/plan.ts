import { EXIT } from '../../core/errors/catalogue.js';
import { createRun, type NewRun } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { openContext, withStore, type Context } from '../context.js';
import { freezeFamily } from '../freeze-family.js';
import { withTemporaryStore } from '../own-store.js';
import { planAsk } from '../plan-ask.js';
import { planTEval } from '../plan-t-eval.js';
import { planMtuBench } from '../plan-mtu-bench.js';
import { planLines } from '../plan-text.js';
import { missingLines } from '../run-variables.js';
import { callsOfAll, costOfAll, type PriceOf, type StagePlan } from '../stage-plan.js';
import { runNameAndOut, type RunOptions } from './run.js';

/**
 * `plan FAMILY`: calls, tokens and cost of the run that the same words after `run` would begin, and how they are
 * estimated. Begins nothing, sends nothing. @returns the exit code
 */
export async function planCommand(family: string, options: RunOptions): Promise<number> {
  const context = await openContext(options);
  const { name, out } = runNameAndOut(family, options);
  return withStore(context, async (store) => {
    const priceOf = (model: string) => context.config.models.prices[model];
    const onProgress = (message: string): void => context.terminal.note(message);
    // It asks no model, and its files are looked at by the run.
    if (family === 'correct') return tell(context, name, [], []);
    const asked = await freezeFamily(context, store, family, options, { name, out });
    const plans = await plansOf(store, asked, { priceOf, onProgress });
    const nothing = callsOfAll(plans) === 0;
    const more = nothing ? [] : missingLines(context.config, asked.frozen, asked.documents);
    return tell(context, name, plans, more);
  });
}

/** @param more lines behind the table */
function tell(context: Context, name: string, plans: readonly StagePlan[], more: readonly string[]): number {
  context.terminal.result({ run: name, stages: plans, usd: costOfAll(plans) ?? null }, [
    `${name}: nothing is sent for this plan`,
    ...planLines(plans),
    ...more,
  ]);
  return EXIT.ok;
}

function plansOf(
  home: Store,
  asked: NewRun,
  how: { readonly priceOf: PriceOf; readonly onProgress: (message: string) => void },
): Promise<StagePlan[]> {
  const { frozen } = asked;
  if (frozen.family === 'mtu-bench') return planMtuBench({ ...asked, frozen }, { home, ...how });
  const plan = frozen.family === 'ask' ? planAsk : planTEval;
  return withTemporaryStore(async (own) => plan(own, (await createRun(own, asked)).runId, home, how.priceOf));
}
