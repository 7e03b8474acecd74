import { createStage } from '../../../stages/mtu-bench/creation/create-stage.js';
import { documentStage } from '../../../stages/mtu-bench/creation/document-stage.js';
import { openCreation } from '../../../stages/mtu-bench/creation/unannotated.js';
import { callsOf } from '../../calls-of.js';
import { contextsOf } from '../../../stages/mtu-bench/run-context.js';
import { CREATE_STAGE, DOCUMENT_STAGE, SYNTHESIZE_STAGE } from '../../../core/mtu-bench/creation.js';
import type { StageCall } from '../../../llm/batches/batch-access.js';
import { countCalls } from '../../../llm/cost/count-calls.js';
import {
  guessOutput,
  EMPTY_CALL_PLAN,
  plusTokens,
  type CallPlan,
  type OutputGuess,
} from '../../../llm/cost/plan.js';
import { loadTokenCounter } from '../../../llm/cost/tokens.js';
import { typicalOutput } from '../../../store/ledger/typical-output.js';
import { createRun, type NewRun, type Run } from '../../../store/runs.js';
import { countOpen } from '../../../store/stages/work-item-counts.js';
import type { Store } from '../../../store/store.js';
import { creationLeft } from './creation-left.js';
import { withTemporaryStore } from '../../../app/temporary-store.js';
import { stagePlan, type Planning, type StagePlan } from '../../../app/plan/stage-plan.js';

/** Stages whose questions are known once they have begun. */
const BEGUN = { [CREATE_STAGE]: createStage, [DOCUMENT_STAGE]: documentStage } as const;
type BegunStage = keyof typeof BEGUN;

/** Assumed dialogues per tool to document, and calling turns per dialogue. */
const DIALOGUES_A_TOOL = 4;
const CALLING_TURNS = 2;
/** A calling turn needs a call and its observation. */
const CALLS_A_TURN = 2;
/** Input tokens for a document, and for a turn with its tools' documents. */
const DOCUMENT_TOKENS = 600;
const TURN_TOKENS = 900;
/** Output tokens for each. */
const DOCUMENT_OUTPUT = 250;
const TURN_OUTPUT = 100;

/**
 * Estimates the model calls for creating tools and calls. The first questions per dialogue are exact: one for its
 * tools and one per turn; documents and calls depend on answers and are estimated, from the run's state if it has
 * begun.
 * @param begun the run in the home's store, if it exists
 */
export async function estimateCreation(
  run: NewRun<'mtu-bench'>,
  planning: Planning,
  begun?: Run<'mtu-bench'>,
): Promise<StagePlan[]> {
  const { home, priceOf } = planning;
  const { models } = run.frozen;
  const served = models?.roles.generator;
  if (served === undefined) throw new Error('a run that creates has a generator');
  const { provider, model, sampling } = served;
  const count = await loadTokenCounter();
  const guess = async (stage: string, usual: number): Promise<OutputGuess> => {
    const earlier = await typicalOutput(home, stage, model);
    if (earlier.answers > 0) return guessOutput(earlier, sampling.maxTokens);
    return { tokens: Math.min(usual, sampling.maxTokens ?? usual), from: 'assumed' };
  };
  const usual = (calls: number, input: number, { tokens }: OutputGuess, bought = 0): CallPlan => {
    const known = Math.min(calls, bought);
    const left = calls - known;
    const plan = plusTokens(EMPTY_CALL_PLAN, {
      ...{ calls: left, input: left * input, output: left * tokens, most: sampling.maxTokens },
    });
    return { ...plan, calls, known };
  };
  const ofBegun = async (runId: string, stage: BegunStage, output: OutputGuess): Promise<CallPlan> => {
    const deps = { store: home };
    return countCalls(home, callsOf(BEGUN[stage], deps, runId, stage), { output, count });
  };
  const output = guessOutput(await typicalOutput(home, CREATE_STAGE, model), sampling.maxTokens);
  const documented = await guess(DOCUMENT_STAGE, DOCUMENT_OUTPUT);
  const written = await guess(SYNTHESIZE_STAGE, TURN_OUTPUT);
  const left = begun && (await creationLeft(home, begun));
  const { unseen, plan } =
    begun && left
      ? { ...left, plan: await ofBegun(begun.runId, CREATE_STAGE, output) }
      : await withTemporaryStore((own) =>
          allOf(own, run, (calls) => countCalls(home, calls, { output, count })),
        );
  const { documenting = false, gathered = false, tools = 0, turns = 0, bought = 0 } = left ?? {};
  const estimated = unseen > 0 ? 'usual dialogues' : 'seen dialogues';
  const documents =
    begun && documenting
      ? await ofBegun(begun.runId, DOCUMENT_STAGE, documented)
      : usual(tools + (gathered ? 0 : Math.ceil(unseen / DIALOGUES_A_TOOL)), DOCUMENT_TOKENS, documented);
  const calls = (turns + unseen * CALLING_TURNS) * CALLS_A_TURN;
  const batch = models?.batch ?? false;
  const row = (
    stage: string,
    guessed: OutputGuess,
    found: CallPlan,
    counted: StagePlan['counted'],
    inBatch = batch,
  ): StagePlan =>
    stagePlan(
      { stage, role: 'generator', provider, model, output: guessed, counted },
      found,
      priceOf(model),
      inBatch,
    );
  const rows = [
    row(CREATE_STAGE, output, plan, 'calls'),
    row(DOCUMENT_STAGE, documented, documents, documenting ? 'calls' : estimated),
    row(SYNTHESIZE_STAGE, written, usual(calls, TURN_TOKENS, written, bought), estimated, false),
  ];
  // Finished work is not part of the plan.
  return left ? rows.filter((one) => one.calls > 0) : rows;
}

/** The questions of a run that has not begun, for all dialogues. */
async function allOf(
  store: Store,
  run: NewRun<'mtu-bench'>,
  counted: (calls: AsyncIterable<StageCall>) => Promise<CallPlan>,
): Promise<{ readonly unseen: number; readonly plan: CallPlan }> {
  const { runId } = await createRun(store, run);
  await openCreation(store, contextsOf(store), runId);
  return {
    unseen: await countOpen(store, runId, CREATE_STAGE),
    plan: await counted(callsOf(createStage, { store }, runId, CREATE_STAGE)),
  };
}
