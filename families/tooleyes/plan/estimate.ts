import type { Planning, StagePlan } from '../../../app/plan/stage-plan.js';
import { libraryPath } from '../../../core/tooleyes/library.js';
import {
  DOCUMENTS_STAGE,
  DRAFTS_STAGE,
  HEALTH_STAGE,
  JUDGE_STAGE,
  TRAJECTORIES_STAGE,
  WRITING_GATE,
} from '../../../core/tooleyes/run.js';
import { EMPTY_CALL_PLAN, plusTokens } from '../../../llm/cost/plan.js';
import type { CountTokens } from '../../../llm/cost/tokens.js';
import { gateReviews } from '../../../stages/review/settled-gate.js';
import { ToolEyesContext } from '../../../stages/tooleyes/context.js';
import { healthStage } from '../../../stages/tooleyes/health.js';
import { judgeStage } from '../../../stages/tooleyes/judge.js';
import { documentsStage, documentsToWrite } from '../../../stages/tooleyes/keep-library.js';
import { choosesTools, keptLibrary } from '../../../stages/tooleyes/library-documents.js';
import {
  draftsStage,
  draftsToMake,
  pooledQueries,
  type DraftsToMake,
} from '../../../stages/tooleyes/queries.js';
import { pathOfTopic, writingPlace } from '../../../stages/tooleyes/written-queries.js';
import { streamWorkItems } from '../../../store/stages/work-items.js';
import type { Store } from '../../../store/store.js';
import { documentsText } from '../../../transforms/tooleyes/system-prompt.js';
import { callsFor, callsOf, hasBegun } from '../../calls-of.js';
import { planRows } from '../../parts/estimate.js';

/** Content of a typical trajectory: messages, and simulated results of tools. */
const MESSAGES = 3;
const RESULTS = 2;
/** Tokens of the instruction around the documents, of a simulated result, and of the request for it. */
const INSTRUCTION_TOKENS = 350;
const RESULT_TOKENS = 150;
const OBSERVATION_TOKENS = 400;
/** The judge's questions about a trajectory besides one per message. */
const WHOLE = 4;

/**
 * Estimates the calls of a run, or of what it has left; sends nothing. Trajectories that have not begun, and their
 * judgements, count as typical ones.
 * @param runs the store of the run
 */
export async function estimateToolEyes(runs: Store, runId: string, planning: Planning): Promise<StagePlan[]> {
  const context = await ToolEyesContext.open(runs, runId);
  const { settings } = context;
  const { count, outputOf, row, rowOfCalls } = await planRows(context, planning);
  const plans: StagePlan[] = [];
  if (settings.health) {
    const calls = callsOf(healthStage, { store: runs }, runId, HEALTH_STAGE);
    plans.push(await rowOfCalls(HEALTH_STAGE, 'generator', calls));
  }
  const chosen = !choosesTools(settings) || (await keptLibrary(runs, runId)) !== undefined;
  if (settings.writeDocuments && !chosen) {
    const calls = (await hasBegun(runs, runId, DOCUMENTS_STAGE))
      ? callsOf(documentsStage, { store: runs }, runId, DOCUMENTS_STAGE)
      : callsFor(documentsStage, runs, runId, DOCUMENTS_STAGE, await documentsToWrite(runs, runId));
    plans.push(await rowOfCalls(DOCUMENTS_STAGE, 'generator', calls));
  }
  if (settings.queries === 'drafted') {
    // Until it is known which tools are kept, drafts are counted for all.
    const calls = chosen
      ? callsOf(draftsStage, { store: runs }, runId, DRAFTS_STAGE)
      : callsFor(draftsStage, runs, runId, DRAFTS_STAGE, draftsOfAll(context));
    plans.push(await rowOfCalls(DRAFTS_STAGE, 'generator', calls));
  }
  if (!settings.trajectories) return plans;
  const documents = documentTokens(context, count);
  const open = (await openPaths(runs, context)).map((path) => documents.get(path) ?? 0);
  const message = await outputOf(TRAJECTORIES_STAGE, 'planner');
  const result = await outputOf(TRAJECTORIES_STAGE, 'simulator');
  let [agent, simulator, judge] = [EMPTY_CALL_PLAN, EMPTY_CALL_PLAN, EMPTY_CALL_PLAN];
  for (const tokens of open) {
    const talk = MESSAGES * (message.tokens + RESULT_TOKENS);
    agent = plusTokens(agent, {
      calls: MESSAGES,
      input: MESSAGES * (INSTRUCTION_TOKENS + tokens + talk / 2),
      output: MESSAGES * message.tokens,
      most: context.model('planner').sampling.maxTokens,
    });
    simulator = plusTokens(simulator, {
      calls: RESULTS,
      input: RESULTS * OBSERVATION_TOKENS,
      output: RESULTS * result.tokens,
      most: context.model('simulator').sampling.maxTokens,
    });
  }
  plans.push(await row(TRAJECTORIES_STAGE, 'planner', agent, 'usual runs'));
  plans.push(await row(TRAJECTORIES_STAGE, 'simulator', simulator, 'usual runs'));
  if (!settings.judge) return plans;
  if (await hasBegun(runs, runId, JUDGE_STAGE)) {
    const calls = callsOf(judgeStage, { store: runs }, runId, JUDGE_STAGE);
    return [...plans, await rowOfCalls(JUDGE_STAGE, 'judge', calls)];
  }
  const output = await outputOf(JUDGE_STAGE, 'judge');
  for (const tokens of open) {
    const calls = WHOLE + MESSAGES;
    judge = plusTokens(judge, {
      calls,
      input: calls * (INSTRUCTION_TOKENS + tokens + (MESSAGES * message.tokens) / 2),
      output: calls * output.tokens,
      most: context.model('judge').sampling.maxTokens,
    });
  }
  return [...plans, await row(JUDGE_STAGE, 'judge', judge, 'usual runs')];
}

/** Drafts for the whole library as read. */
const draftsOfAll = ({ settings, given, scenarios }: ToolEyesContext) =>
  settings.queries === 'drafted'
    ? draftsToMake(given, scenarios, settings.targets).map((input) => ({ workItem: input.recordId, input }))
    : [];

const documentTokens = ({ library }: ToolEyesContext, count: CountTokens): Map<string, number> =>
  new Map(library.map((one) => [libraryPath(one), count(documentsText(one.tools))]));

/** Subcategories of trajectories without an outcome; before the stage, those of all requested queries. */
async function openPaths(store: Store, context: ToolEyesContext): Promise<string[]> {
  const { run } = context;
  const open: string[] = [];
  let begun = false;
  for await (const { input, result } of streamWorkItems(store, run.runId, TRAJECTORIES_STAGE)) {
    begun = true;
    if (result === undefined) open.push((input as { path: string }).path);
  }
  if (begun) return open;
  const { pool } = await pooledQueries(store, run.runId, true);
  const drafts: string[] = [];
  const waiting = choosesTools(run.frozen.settings) && (await keptLibrary(store, run.runId)) === undefined;
  if (waiting)
    for (const { input } of draftsOfAll(context))
      drafts.push(...Array.from({ length: input.count }, () => input.path));
  for await (const { input, result } of streamWorkItems(store, run.runId, DRAFTS_STAGE)) {
    const { path, count } = input as DraftsToMake;
    if (result === undefined) drafts.push(...Array.from({ length: count }, () => path));
  }
  const settled = await gateReviews(store, run.runId, WRITING_GATE);
  const { places } = await writingPlace(store, run.runId);
  const toWrite = settled === undefined ? places.map(({ topic }) => pathOfTopic(topic)) : [];
  return [...pool.map(({ path }) => path), ...drafts, ...toWrite];
}
