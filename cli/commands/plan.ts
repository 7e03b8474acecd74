import { EXIT } from '../../core/errors/catalogue.js';
import { createRun } from '../../store/runs.js';
import { openContext, withStore } from '../context.js';
import { freezeAsk } from '../freeze-ask.js';
import { freezeMtuBench } from '../freeze-mtu-bench.js';
import { inOwnStore } from '../own-store.js';
import { planAsk } from '../plan-ask.js';
import { freezeTEval } from '../freeze-t-eval.js';
import { planTEval } from '../plan-t-eval.js';
import { planMtuBench } from '../plan-mtu-bench.js';
import { planLines } from '../plan-text.js';
import { costOfAll } from '../stage-plan.js';
import { placeOf, type RunOptions } from './run.js';

/**
 * `plan FAMILY`: calls, tokens and cost of the run that the same words after `run` would begin, and how they are
 * estimated. Begins nothing, sends nothing. @returns the exit code
 */
export async function planCommand(family: string, options: RunOptions): Promise<number> {
  const context = await openContext(options);
  const { name, out } = placeOf(family, options);
  return withStore(context, async (store) => {
    const priceOf = (model: string) => context.config.models.prices[model];
    const request = { name, seed: options.seed, sources: options.source, out };
    const onProgress = (message: string): void => context.terminal.note(message);
    const plans =
      family === 'ask'
        ? await inOwnStore(async (own) => {
            const { runId } = await createRun(
              own,
              await freezeAsk(context, store, { ...options, ...request }),
            );
            return planAsk(own, runId, store, priceOf);
          })
        : family === 't-eval'
          ? await inOwnStore(async (own) => {
              const asked = await freezeTEval(context, store, { ...options, ...request, onProgress });
              return planTEval(own, (await createRun(own, asked)).runId, store, priceOf);
            })
          : family === 'correct'
            ? []
            : await planMtuBench(await freezeMtuBench(context, store, options, { ...request, onProgress }), {
                ...{ home: store, priceOf, onProgress },
              });
    context.terminal.result({ run: name, stages: plans, usd: costOfAll(plans) ?? null }, [
      `${name}: nothing is sent for this plan`,
      ...planLines(plans),
    ]);
    return EXIT.ok;
  });
}
