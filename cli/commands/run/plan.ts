import { EXIT } from '../../../core/errors/catalogue.js';
import { createRun, type NewRun } from '../../../store/runs.js';
import type { Store } from '../../../store/store.js';
import { withStore } from '../../../app/context.js';
import { openContext, type CliContext } from '../../open-context.js';
import { freezeFamily } from '../../../app/resolve/freeze-family.js';
import { withTemporaryStore } from '../../../app/temporary-store.js';
import { estimateAsk } from '../../../families/ask/plan/estimate.js';
import { estimateTEval } from '../../../families/t-eval/plan/estimate.js';
import { estimateMtuBench } from '../../../families/mtu-bench/plan/estimate.js';
import { planLines } from '../../text/plan.js';
import { missingLines } from '../../../app/run/run-variables.js';
import { callsOfAll, costOfAll, type PriceOf, type StagePlan } from '../../../app/plan/stage-plan.js';
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
function tell(
  context: CliContext,
  name: string,
  plans: readonly StagePlan[],
  more: readonly string[],
): number {
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
  if (frozen.family === 'mtu-bench') return estimateMtuBench(asked as NewRun<'mtu-bench'>, { home, ...how });
  const plan = frozen.family === 'ask' ? estimateAsk : estimateTEval;
  return withTemporaryStore(async (own) => plan(own, (await createRun(own, asked)).runId, home, how.priceOf));
}
