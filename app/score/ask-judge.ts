import { ownPart } from '../../core/own-part.js';
import { askPrompt, firstPromptCall, type PromptQuestion } from '../../llm/asking/ask-prompt.js';
import type { StructuredAnswer } from '../../llm/asking/ask-structured.js';
import { scopeOf } from '../../llm/asking/model-access.js';
import { countCalls } from '../../llm/cost/count-calls.js';
import { costOfPlan, guessOutput } from '../../llm/cost/plan.js';
import { usdText } from '../../llm/cost/price.js';
import { loadTokenCounter } from '../../llm/cost/tokens.js';
import { inLanes } from '../../llm/in-lanes.js';
import { structuredSettingsSchema } from '../../llm/structured-output/next-step.js';
import { REPAIR_PROMPT } from '../../llm/structured-output/repair.js';
import type { PromptDefinition } from '../../prompts/definition.js';
import { PromptLibrary } from '../../prompts/library.js';
import type { Store } from '../../store/store.js';
import { withStore, type Context } from '../context.js';
import { withModels } from '../models/open-models.js';
import { servedModel } from '../models/served-model.js';
import { promptFolder } from '../resolve/prompt-folder.js';
import { counted } from '../text/tools.js';

/** Concurrent questions: more than the usual calls in flight, which the limits of the model decide. */
const ASKERS = 75;

/** The model of the role `judge`, as people read it. @throws CONFIG_INVALID if there is none */
export function judgeName(context: Context): string {
  const { provider, model } = servedModel(context, 'judge');
  return scopeOf(provider, model);
}

/**
 * Asks the role `judge` a prompt for each input. An answer is bought once and stored in the home's ledger; what will be
 * bought is told before.
 * @returns an answer for each input, in their order
 * @throws CONFIG_INVALID without a model for the role, MODEL_MISCONFIGURED, MODEL_UNAVAILABLE: answers so far are kept
 */
export async function askJudge<I, O>(
  context: Context,
  definition: PromptDefinition<I, O>,
  inputs: readonly I[],
): Promise<readonly StructuredAnswer<O>[]> {
  const model = servedModel(context, 'judge');
  const library = PromptLibrary.open(promptFolder(context, {}));
  const questions = inputs.map((input): PromptQuestion<I, O> => ({
    known: { definition, prompt: library.get(definition.id).prompt },
    ...{ input, model, settings: structuredSettingsSchema.parse({}) },
    ...{ repair: library.get(REPAIR_PROMPT).prompt, epoch: 0 },
  }));
  return withStore(context, async (store) => {
    await tellCost(context, store, definition.id, questions);
    return withModels(context.config.models, store, async (access) => {
      const answers = new Map<number, StructuredAnswer<O>>();
      const goesOn = (): Promise<void> => Promise.resolve();
      await inLanes(questions, ASKERS, goesOn, async (question, signal, at) => {
        answers.set(at, await askPrompt(access, question, { execution: `score ${process.pid}`, signal }));
      });
      return questions.map((_, at) => answers.get(at)!);
    });
  });
}

async function tellCost<I, O>(
  context: Context,
  store: Store,
  id: string,
  questions: readonly PromptQuestion<I, O>[],
): Promise<void> {
  const { provider, model, sampling } = servedModel(context, 'judge');
  const output = guessOutput({ answers: 0, mean: 0 }, sampling.maxTokens);
  const plan = await countCalls(
    store,
    questions.map((question) => firstPromptCall(question)),
    { output, count: await loadTokenCounter() },
  );
  const { usd } = costOfPlan(plan, ownPart(context.config.models.prices, model), { batch: false });
  const cost = usd === undefined ? 'price unknown' : `about ${usdText(usd)}`;
  context.terminal.note(
    `${counted(plan.calls, 'judgement')} (${id}) by ${scopeOf(provider, model)}: ${plan.known} known, ${plan.toBuy} to buy${plan.toBuy === 0 ? '' : ` (${plan.inputTokens.toLocaleString('en')} tokens in, ${cost})`}`,
  );
}
