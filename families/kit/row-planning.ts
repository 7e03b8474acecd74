import { callsOf } from '../calls-of.js';
import { parseSources, ROWS_NAMES } from '../../app/sources/parse-sources.js';
import { stagePlan, type StagePlan } from '../../app/plan/stage-plan.js';
import { productVersion } from '../../app/product-version.js';
import { frozenModels } from '../../app/resolve/frozen-models.js';
import { reviewOf } from '../../app/resolve/review-policy.js';
import { withTemporaryStore } from '../../app/temporary-store.js';
import { countCalls } from '../../llm/cost/count-calls.js';
import { guessOutput } from '../../llm/cost/plan.js';
import { loadTokenCounter } from '../../llm/cost/tokens.js';
import { MtuBenchContexts } from '../../stages/mtu-bench/run-context.js';
import { typicalOutput } from '../../store/ledger/typical-output.js';
import { createRun, getRun } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { FamilyPlanning, PlanningParts } from '../parts/planning.js';
import type { RowFamily, RowRun } from './row-family.js';
import { newRowRun, readRows, rowSettings } from './row-run.js';
import { rowStage } from './row-stages.js';

/** How runs of a row family are begun, planned and taken up again. */
export function rowPlanning<S, C>(family: RowFamily<S, C>): PlanningParts<string> {
  const stages = Object.keys(family.stages);
  const [first = '', ...rest] = stages;
  return {
    async resolve({ context, store, name, out, options }) {
      const { source = [], column, rehearse = false, batch = false, review = 'none' } = options as RowOptions;
      const rows = await readRows(parseSources(source, ROWS_NAMES), column);
      const roles = [...new Set(Object.values(family.stages).map(({ role }) => role))];
      const asked = { family: family.spec.name, stage: first, moreStages: rest, roles };
      return newRowRun(family, {
        ...{ name, out, rows, product: productVersion(), seed: options.seed },
        review: reviewOf(context, review, 'run'),
        settings: rowSettings(family, options),
        models: await frozenModels(context, store, { ...asked, rehearsal: rehearse, batch }),
      });
    },
    estimate: (asked, planning) =>
      withTemporaryStore(async (own) =>
        estimateRows(family, own, (await createRun(own, asked)).runId, planning),
      ),
    async left(run, progress, planning) {
      const lines = stages.map((stage) => {
        const { total = 0, done = 0 } = progress.find((one) => one.stage === stage) ?? {};
        return `  left in ${stage}: ${total - done} of ${total} rows`;
      });
      return { plans: await estimateRows(family, planning.home, run.runId, planning), lines };
    },
    needs: undefined,
    withKeptInputs: undefined,
    retry: undefined,
  };
}

interface RowOptions {
  readonly source?: readonly string[];
  readonly column?: string;
  readonly rehearse?: boolean;
  readonly batch?: boolean;
  readonly review?: string;
}

/** Calls of the rows that wait in each stage; rows that a stage before it has not made yet are not known. */
async function estimateRows<S, C>(
  family: RowFamily<S, C>,
  runs: Store,
  runId: string,
  { home, priceOf }: FamilyPlanning,
): Promise<StagePlan[]> {
  const { models } = (await getRun(runs, runId)).frozen as unknown as RowRun<S>;
  const count = await loadTokenCounter();
  const plans: StagePlan[] = [];
  for (const [stage, { role }] of Object.entries(family.stages)) {
    const served = models.roles[role];
    if (served === undefined) continue;
    const { provider, model, sampling } = served;
    const output = guessOutput(await typicalOutput(home, stage, model), sampling.maxTokens);
    const deps = { store: runs, contexts: new MtuBenchContexts(runs) };
    const calls = callsOf(rowStage(family, stage), deps, runId, stage);
    const plan = await countCalls(home, calls, { output, count });
    const named = { stage, role, provider, model, output, counted: 'calls' as const };
    plans.push(stagePlan(named, plan, priceOf(model), models.batch));
  }
  return plans;
}
