import { callsOf } from '../../calls-of.js';
import { askStage } from '../../../stages/ask/ask-row.js';
import { openAskContext, type AskRow } from '../../../stages/ask/ask-context.js';
import { userPrompt } from '../../../stages/ask/converse-row.js';
import { countCalls } from '../../../llm/cost/count-calls.js';
import {
  guessOutput,
  EMPTY_CALL_PLAN,
  plusTokens,
  type CallPlan,
  type OutputGuess,
} from '../../../llm/cost/plan.js';
import { loadTokenCounter, type CountTokens } from '../../../llm/cost/tokens.js';
import { typicalOutput } from '../../../store/ledger/typical-output.js';
import { streamWorkItems } from '../../../store/stages/work-items.js';
import type { Store } from '../../../store/store.js';
import { stagePlan, type Planning, type StagePlan } from '../../../app/plan/stage-plan.js';

/**
 * Estimates what an `ask` run has left; sends and writes nothing.
 * @param runs the store of the run: the home's, or a temporary one
 */
export async function estimateAsk(
  runs: Store,
  runId: string,
  { home, priceOf }: Planning,
): Promise<StagePlan[]> {
  const { run, stage, role, user } = await openAskContext(runs, runId);
  const { settings, models } = run.frozen;
  const count = await loadTokenCounter();
  const guess = async ({ model, sampling }: typeof role): Promise<OutputGuess> =>
    guessOutput(await typicalOutput(home, stage, model), sampling.maxTokens);
  const made = (
    name: string,
    { provider, model }: typeof role,
    plan: CallPlan,
    output: OutputGuess,
  ): StagePlan =>
    stagePlan(
      {
        ...{ stage, role: name, provider, model, output },
        counted: stage === 'converse' ? 'longest conversations' : 'calls',
      },
      plan,
      priceOf(model),
      models.batch,
    );
  const output = await guess(role);
  if (user === undefined || settings.user === null)
    return [
      made(
        settings.role,
        role,
        await countCalls(home, callsOf(askStage, { store: runs }, runId, stage), {
          output,
          count,
        }),
        output,
      ),
    ];
  const userOutput = await guess(user);
  const plans = await planConversations(runs, runId, { role: output, user: userOutput, count });
  return [made(settings.user, user, plans.user, userOutput), made(settings.role, role, plans.role, output)];
}

/** Overhead tokens per message in later requests of its conversation. */
const PER_MESSAGE = 4;

/** Assumes maximum conversation lengths and guessed message lengths. */
async function planConversations(
  runs: Store,
  runId: string,
  { role, user, count }: { role: OutputGuess; user: OutputGuess; count: CountTokens },
): Promise<{ role: CallPlan; user: CallPlan }> {
  const context = await openAskContext(runs, runId);
  const { turns } = context.run.frozen.settings;
  const pair = role.tokens + user.tokens + 2 * PER_MESSAGE;
  const before = (pair * turns * (turns - 1)) / 2;
  let plans = { role: EMPTY_CALL_PLAN, user: EMPTY_CALL_PLAN };
  for await (const { input, result } of streamWorkItems(runs, runId, 'converse')) {
    const row = input as AskRow;
    if (result !== undefined || row.problem) continue;
    const prompt = count(userPrompt(context, row)) + 2 * PER_MESSAGE;
    plans = {
      user: plusTokens(plans.user, {
        calls: turns,
        input: turns * prompt + before,
        output: turns * user.tokens,
        most: context.user?.sampling.maxTokens,
      }),
      role: plusTokens(plans.role, {
        calls: turns,
        input: before + turns * (user.tokens + 2 * PER_MESSAGE),
        output: turns * role.tokens,
        most: context.role.sampling.maxTokens,
      }),
    };
  }
  return plans;
}
