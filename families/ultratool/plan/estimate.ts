import type { Planning, StagePlan } from '../../../app/plan/stage-plan.js';
import {
  CALLS_STAGE,
  PLANS_STAGE,
  QUERIES_STAGE,
  REPAIR_STAGE,
  TOOLS_STAGE,
  WRITING_GATE,
  type UltraToolSettings,
} from '../../../core/ultratool/run.js';
import { EMPTY_CALL_PLAN, plusTokens, type CallPlan } from '../../../llm/cost/plan.js';
import { gateReviews } from '../../../stages/review/settled-gate.js';
import { UltraToolContext } from '../../../stages/ultratool/context.js';
import { expertsOf, queriesStage, type QueriesToMake } from '../../../stages/ultratool/generate-queries.js';
import { callsStage, plansStage, toolsStage } from '../../../stages/ultratool/make-plans.js';
import { repairStage } from '../../../stages/ultratool/repair-texts.js';
import { writingPlace } from '../../../stages/ultratool/written-experts.js';
import { streamWorkItems } from '../../../store/stages/work-items.js';
import type { Store } from '../../../store/store.js';
import { callsOf, hasBegun } from '../../calls-of.js';
import { planRows } from '../../parts/estimate.js';

/** Input tokens of a typical question of a stage whose work items are not known yet, including the prompt. */
const USUAL_INPUT = {
  [QUERIES_STAGE]: 300,
  [PLANS_STAGE]: 350,
  [TOOLS_STAGE]: 1500,
  [CALLS_STAGE]: 1200,
} as const;

/** Stages with model calls, with their code and role, in order. */
const STAGES = [
  [QUERIES_STAGE, queriesStage, 'generator'],
  [PLANS_STAGE, plansStage, 'planner'],
  [TOOLS_STAGE, toolsStage, 'planner'],
  [CALLS_STAGE, callsStage, 'planner'],
  [REPAIR_STAGE, repairStage, 'refiner'],
] as const;

/**
 * Estimates the calls of a run, or of what it has left; sends nothing. Stages whose work items come from answers count
 * one question per query. Which texts need repair is known only when they exist.
 * @param runs the store of the run
 */
export async function estimateUltraTool(
  runs: Store,
  runId: string,
  planning: Planning,
): Promise<StagePlan[]> {
  const context = await UltraToolContext.open(runs, runId);
  const { generate, repair } = context.settings;
  const { outputOf, planOf, row } = await planRows(context, planning);
  const toWrite = await queriesLeftToWrite(runs, runId);
  const queries = generate === undefined ? 0 : await queriesInAll(runs, runId, generate, toWrite);
  const plans: StagePlan[] = [];
  for (const [stage, factory, role] of STAGES) {
    if (stage === REPAIR_STAGE ? !repair : generate === undefined) continue;
    const known = await hasBegun(runs, runId, stage);
    const found: CallPlan =
      known || stage === QUERIES_STAGE || stage === REPAIR_STAGE
        ? await planOf(stage, role, callsOf(factory, { store: runs }, runId, stage))
        : EMPTY_CALL_PLAN;
    // Questions about queries that do not exist yet.
    const more =
      stage === REPAIR_STAGE
        ? 0
        : stage === QUERIES_STAGE
          ? toWrite * kindsOf(generate)
          : known
            ? 0
            : queries;
    const plan =
      stage === REPAIR_STAGE || more === 0
        ? found
        : plusTokens(found, {
            calls: more,
            input: more * USUAL_INPUT[stage],
            output: more * (await outputOf(stage, role)).tokens,
            most: context.model(role).sampling.maxTokens,
          });
    plans.push(await row(stage, role, plan, more === 0 ? 'calls' : 'usual runs'));
  }
  return plans;
}

type Generating = NonNullable<UltraToolSettings['generate']>;

/** Number of questions per query in the stage `queries`. */
const kindsOf = (generate: Generating | undefined): number =>
  [generate?.generalised ?? 0, generate?.complicated ?? 0].filter((count) => count > 0).length;

/** Number of queries yet to be written. */
async function queriesLeftToWrite(store: Store, runId: string): Promise<number> {
  const settled = await gateReviews(store, runId, WRITING_GATE);
  return settled === undefined ? (await writingPlace(store, runId)).places.length : 0;
}

/** Number of experts' queries and of requested ones. */
async function queriesInAll(
  store: Store,
  runId: string,
  { generalised, complicated }: Generating,
  toWrite: number,
): Promise<number> {
  let queries = (await expertsOf(store, runId)).length + toWrite * (1 + generalised + complicated);
  for await (const { input } of streamWorkItems(store, runId, QUERIES_STAGE))
    queries += (input as QueriesToMake).count;
  return queries;
}
