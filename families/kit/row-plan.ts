import { stagePlan, type Planning, type StagePlan } from '../../app/plan/stage-plan.js';
import { productVersion } from '../../app/product-version.js';
import { frozenModels } from '../../app/resolve/frozen-models.js';
import { reviewOf } from '../../app/resolve/review-policy.js';
import { parseSources, ROWS_NAMES } from '../../app/sources/parse-sources.js';
import { withTemporaryStore } from '../../app/temporary-store.js';
import { countCalls } from '../../llm/cost/count-calls.js';
import { EMPTY_CALL_PLAN, guessOutput, plusTokens } from '../../llm/cost/plan.js';
import { loadTokenCounter, MESSAGE_FRAME } from '../../llm/cost/tokens.js';
import { typicalOutput } from '../../store/ledger/typical-output.js';
import { createRun, type NewRun, type Run } from '../../store/runs.js';
import { stageSoFar } from '../../store/stages/work-item-counts.js';
import type { Store } from '../../store/store.js';
import { callsOf } from '../calls-of.js';
import type { PlanningParts, ResolveRequest } from '../parts/planning.js';
import { readRows } from '../rows.js';
import { stagesLeft } from '../stages-left.js';
import type { RowFamily, RowRun } from './row-family.js';
import { rowRetry } from './row-retry.js';
import { newRowRun, rowSettings } from './row-run.js';
import { rowStageWork } from './row-stages.js';

/** How runs of a row family are created and planned. */
export const rowPlanning = <S, C>(
  family: RowFamily<S, C>,
): Pick<PlanningParts<string>, 'resolve' | 'estimate' | 'left' | 'needs' | 'withKeptInputs' | 'retry'> => ({
  resolve: (request) => resolveRows(family, request),
  estimate: (asked, planning) =>
    withTemporaryStore(async (own) => estimateRows(family, own, await createRun(own, asked), planning)),
  left: async (run, progress, planning) => ({
    plans: await estimateRows(family, planning.home, run, planning),
    lines: stagesLeft(progress),
  }),
  needs: undefined,
  withKeptInputs: undefined,
  retry: rowRetry(family),
});

/** Options of all row families. */
interface RowGiven {
  readonly source?: readonly string[];
  readonly column?: string;
  readonly encoding?: string;
}

async function resolveRows<S, C>(
  family: RowFamily<S, C>,
  { context, store, name, out, options }: ResolveRequest,
): Promise<NewRun> {
  const { source = [], ...given } = options as RowGiven;
  const [stage = '', ...moreStages] = Object.keys(family.stages);
  const { review = 'none', rehearse: rehearsal = false, batch = false, seed } = options;
  const settings = rowSettings(family, options, context.config);
  const roots = parseSources(source, ROWS_NAMES);
  const rows = await readRows(roots, given, (line) => context.terminal.note(line));
  const roles = [...new Set(Object.values(family.stages).map(({ role }) => role))];
  const models = await frozenModels(context, store, {
    ...{ family: family.spec.name, stage, moreStages, roles, rehearsal, batch },
  });
  const policy = reviewOf(context, review, 'run');
  const product = productVersion();
  return newRowRun(family, { name, out, product, seed, review: policy, settings, models, rows, roots });
}

/**
 * Exact for stages that have begun. Later stages are estimated as if every row passed and earlier answers had the usual
 * length.
 */
async function estimateRows<S, C>(
  family: RowFamily<S, C>,
  runs: Store,
  { runId, frozen }: Run,
  { home, priceOf }: Planning,
): Promise<StagePlan[]> {
  const { models, sources } = frozen as unknown as RowRun<S>;
  const count = await loadTokenCounter();
  const deps = { store: runs };
  const rows = sources.reduce((sum, source) => sum + source.rows, 0);
  const plans: StagePlan[] = [];
  let before = 0;
  for (const [stage, { role, prompt }] of Object.entries(family.stages)) {
    const served = models.roles[role];
    if (served === undefined) throw new Error(`a run with the stage ${stage} has a ${role}`);
    const { provider, model, sampling } = served;
    const output = guessOutput(await typicalOutput(home, stage, model), sampling.maxTokens);
    const begun = (await stageSoFar(runs, runId, stage)).workItems > 0;
    const plan = begun
      ? await countCalls(home, callsOf(rowStageWork(family, stage), deps, runId, stage), { output, count })
      : plusTokens(EMPTY_CALL_PLAN, {
          ...{
            calls: rows,
            input: rows * (count(prompt) + before + MESSAGE_FRAME),
            output: rows * output.tokens,
          },
          most: sampling.maxTokens,
        });
    const counted = begun ? 'calls' : 'every row';
    plans.push(
      stagePlan({ stage, role, provider, model, output, counted }, plan, priceOf(model), models.batch),
    );
    before = output.tokens;
  }
  return plans;
}
