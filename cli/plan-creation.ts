import { openCreation } from '../activities/creation/words-only.js';
import { callsOf } from '../activities/model-stages/calls-of.js';
import { RunContexts } from '../activities/run-context.js';
import { CREATE_STAGE, DOCUMENT_STAGE, SYNTHESIZE_STAGE } from '../core/creation.js';
import { countCalls } from '../llm/cost/count-calls.js';
import { guessOutput, NO_CALLS, plusTokens, type CallPlan, type OutputGuess } from '../llm/cost/plan.js';
import { loadTokenCounter } from '../llm/cost/tokens.js';
import { usualOutput } from '../store/ledger/usual-output.js';
import { createRun, type NewRun } from '../store/runs.js';
import { countOpen } from '../store/stages/subject-counts.js';
import { inOwnStore } from './own-store.js';
import { stagePlan, type Planning, type StagePlan } from './stage-plan.js';

/** Dialogues to a tool that is to be documented, and turns of a dialogue that call, where nobody has looked yet. */
const DIALOGUES_A_TOOL = 4;
const CALLING_TURNS = 2;
/** A turn that calls is asked for its call and for what this gave. */
const CALLS_A_TURN = 2;
/** Tokens of a document with what is asked of it, and of a turn's conversation with its tools' documents. */
const DOCUMENT_TOKENS = 600;
const TURN_TOKENS = 900;
/** Tokens of what is written for one. */
const DOCUMENT_OUTPUT = 250;
const TURN_OUTPUT = 100;

/**
 * What a run asks for tools and calls of dialogues that have none. What it asks of each dialogue first is known word by word:
 * one call for its tools and one for each turn; documents and calls follow from the answers and are estimated.
 */
export async function planCreation(run: NewRun<'mtu-bench'>, planning: Planning): Promise<StagePlan[]> {
  const { home, priceOf } = planning;
  const { models } = run.frozen;
  const served = models?.roles.generator;
  if (served === undefined) throw new Error('a run that creates has a generator');
  const { provider, model, sampling } = served;
  const count = await loadTokenCounter();
  const row = (
    stage: string,
    output: OutputGuess,
    plan: CallPlan,
    counted: StagePlan['counted'],
    batch: boolean,
  ): StagePlan =>
    stagePlan({ stage, role: 'generator', provider, model, output, counted }, plan, priceOf(model), batch);
  const guess = async (stage: string, usual: number): Promise<OutputGuess> => {
    const earlier = await usualOutput(home, stage, model);
    if (earlier.answers > 0) return guessOutput(earlier, sampling.maxTokens);
    return { tokens: Math.min(usual, sampling.maxTokens ?? usual), from: 'assumed' };
  };
  const usual = (calls: number, input: number, { tokens }: OutputGuess): CallPlan =>
    plusTokens(NO_CALLS, {
      ...{ calls, input: calls * input, output: calls * tokens, most: sampling.maxTokens },
    });
  const batch = models?.batch ?? false;
  const output = guessOutput(await usualOutput(home, CREATE_STAGE, model), sampling.maxTokens);
  const { dialogues, plan } = await inOwnStore(async (store) => {
    const { runId } = await createRun(store, run);
    const contexts = new RunContexts(store);
    await openCreation(store, contexts, runId);
    return {
      dialogues: await countOpen(store, runId, CREATE_STAGE),
      plan: await countCalls(home, callsOf({ store, contexts }, runId, CREATE_STAGE), { output, count }),
    };
  });
  const documented = await guess(DOCUMENT_STAGE, DOCUMENT_OUTPUT);
  const written = await guess(SYNTHESIZE_STAGE, TURN_OUTPUT);
  return [
    row(CREATE_STAGE, output, plan, 'calls', batch),
    row(
      DOCUMENT_STAGE,
      documented,
      usual(Math.ceil(dialogues / DIALOGUES_A_TOOL), DOCUMENT_TOKENS, documented),
      'usual dialogues',
      batch,
    ),
    row(
      SYNTHESIZE_STAGE,
      written,
      usual(dialogues * CALLING_TURNS * CALLS_A_TURN, TURN_TOKENS, written),
      'usual dialogues',
      false,
    ),
  ];
}
