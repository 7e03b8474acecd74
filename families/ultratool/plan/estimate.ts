import { stagePlan, type Planning, type StagePlan } from '../../../app/plan/stage-plan.js';
import type { ROLES } from '../../../core/model-call.js';
import {
  CALLS_STAGE,
  PLANS_STAGE,
  QUERIES_STAGE,
  REPAIR_STAGE,
  TOOLS_STAGE,
} from '../../../core/ultratool/run.js';
import { countCalls } from '../../../llm/cost/count-calls.js';
import { EMPTY_CALL_PLAN, guessOutput, plusTokens, type CallPlan } from '../../../llm/cost/plan.js';
import { loadTokenCounter } from '../../../llm/cost/tokens.js';
import { UltraToolContext } from '../../../stages/ultratool/context.js';
import { expertsOf, queriesStage, type QueriesToMake } from '../../../stages/ultratool/generate-queries.js';
import { callsStage, plansStage, toolsStage } from '../../../stages/ultratool/make-plans.js';
import { repairStage } from '../../../stages/ultratool/repair-texts.js';
import { typicalOutput } from '../../../store/ledger/typical-output.js';
import { streamSubjects } from '../../../store/stages/subjects.js';
import type { Store } from '../../../store/store.js';
import { callsOf } from '../../calls-of.js';

/** Tokens of a usual question of a stage whose work items are not known yet, its own words included. */
const USUAL_INPUT = { [PLANS_STAGE]: 350, [TOOLS_STAGE]: 1500, [CALLS_STAGE]: 1200 } as const;

/** Stages that ask, with their code and role, in order. */
const STAGES = [
  [QUERIES_STAGE, queriesStage, 'generator'],
  [PLANS_STAGE, plansStage, 'planner'],
  [TOOLS_STAGE, toolsStage, 'planner'],
  [CALLS_STAGE, callsStage, 'planner'],
  [REPAIR_STAGE, repairStage, 'refiner'],
] as const;

/**
 * Estimates the calls of a run, or of what it has left; sends nothing. Stages whose work items come from answers count one
 * question per query. Which texts need repair is known when they are there.
 * @param runs the store of the run
 */
export async function estimateUltraTool(
  runs: Store,
  runId: string,
  { home, priceOf }: Planning,
): Promise<StagePlan[]> {
  const context = await UltraToolContext.open(runs, runId);
  const { frozen } = context.run;
  const { generate } = context.settings;
  const count = await loadTokenCounter();
  const queries = generate === undefined ? 0 : await queriesInAll(runs, runId);
  const plans: StagePlan[] = [];
  for (const [stage, factory, role] of STAGES) {
    if (stage === REPAIR_STAGE ? !context.settings.repair : generate === undefined) continue;
    const { provider, model, sampling } = context.model(role satisfies (typeof ROLES)[number]);
    const output = guessOutput(await typicalOutput(home, stage, model), sampling.maxTokens);
    const known = await hasBegun(runs, runId, stage);
    const plan: CallPlan =
      known || !(stage in USUAL_INPUT)
        ? await countCalls(home, callsOf(factory, { store: runs }, runId, stage), { output, count })
        : plusTokens(EMPTY_CALL_PLAN, {
            calls: queries,
            input: queries * USUAL_INPUT[stage as keyof typeof USUAL_INPUT],
            output: queries * output.tokens,
            most: sampling.maxTokens,
          });
    const counted = known || stage === QUERIES_STAGE ? 'calls' : 'usual dialogues';
    plans.push(
      stagePlan(
        { stage, role, provider, model, output, counted },
        plan,
        priceOf(model),
        frozen.models?.batch ?? false,
      ),
    );
  }
  return plans;
}

/** Experts' queries and those that are asked for. */
async function queriesInAll(store: Store, runId: string): Promise<number> {
  let queries = (await expertsOf(store, runId)).length;
  for await (const { input } of streamSubjects(store, runId, QUERIES_STAGE))
    queries += (input as QueriesToMake).count;
  return queries;
}

async function hasBegun(store: Store, runId: string, stage: string): Promise<boolean> {
  for await (const _ of streamSubjects(store, runId, stage)) return true;
  return false;
}
