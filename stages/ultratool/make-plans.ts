import { readCall } from '../../core/ultratool/call-string.js';
import type { PlanItem } from '../../core/ultratool/item.js';
import { bareNumber, splitStep } from '../../core/ultratool/plan-tree.js';
import { NO_TOOL, PARENT, type UltraTool } from '../../core/ultratool/records.js';
import { CALLS_STAGE, PLANS_STAGE, TOOLS_STAGE } from '../../core/ultratool/run.js';
import type { PromptQuestion } from '../../llm/asking/ask-prompt.js';
import { calls, plan, tools } from '../../prompts/ultratool/prompts.js';
import type {
  CallsInput,
  CallsOutput,
  PlanInput,
  PlanOutput,
  ToolsInput,
  ToolsOutput,
} from '../../prompts/ultratool/schemas.js';
import { addSubjects, openStage, streamSubjects } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';
import { createdTool, callText } from '../../transforms/ultratool/write-call.js';
import type { MapStageFactory } from '../map-stage.js';
import { questionStage } from '../question-stage.js';
import { UltraToolContext } from './context.js';
import { expertsOf, type PooledQuery } from './generate-queries.js';
import { acceptedQueries } from './review-queries.js';

/** Work items of one write. */
const AT_ONCE = 200;
/** Tools that a model is shown at most beside the query's own. */
const OFFERED = 30;

/** A query with its plan: a work item of the stage `tools`. */
export interface PlannedQuery extends PooledQuery {
  readonly steps: readonly string[];
}
/** A query whose steps have tools: a work item of the stage `calls`. */
export interface ToolledQuery extends PooledQuery {
  readonly steps: readonly { readonly step: string; readonly tool: string }[];
  readonly documents: readonly UltraTool[];
}

/** A map stage of one question for each work item. @param valueOf what is kept of an answer */
const oneQuestion =
  <S, I, O>(
    questionOf: (context: UltraToolContext, subject: S, store: Store) => Promise<PromptQuestion<I, O>>,
    valueOf: (context: UltraToolContext, subject: S, answer: O) => unknown,
  ): MapStageFactory =>
  async ({ store }, runId) => {
    const context = await UltraToolContext.open(store, runId);
    return questionStage(
      context.model('planner'),
      (subject: S) => questionOf(context, subject, store),
      (subject, answer) => valueOf(context, subject, answer),
    );
  };

/** The stage `plans`: a work item is a query. */
export const plansStage = oneQuestion<PooledQuery, PlanInput, PlanOutput>(
  (context, { domain, query }) =>
    Promise.resolve(
      context.question(plan, {
        ...{ role: 'planner', stage: PLANS_STAGE },
        input: { chinese: context.settings.language === 'zh', domain, query },
      }),
    ),
  (_context, _query, { steps }) => ({ steps }),
);

/** The stage `tools`: a work item is a plan. */
export const toolsStage = oneQuestion<PlannedQuery, ToolsInput, ToolsOutput>(
  async (context, subject, store) => {
    const offered = await offeredTools(store, context.run.runId, subject);
    return context.question(tools, {
      ...{ role: 'planner', stage: TOOLS_STAGE },
      input: {
        ...{ chinese: context.settings.language === 'zh', query: subject.query, steps: [...subject.steps] },
        ...{ tools: JSON.stringify(offered), names: offered.map(({ name }) => name) },
        suggested: [...subject.names],
      },
    });
  },
  (_context, _subject, { steps, created }) => ({ steps, created: created.map(createdTool) }),
);

/** The tools that experts suggest: the query's own, and others of its domain. */
async function offeredTools(
  store: Store,
  runId: string,
  { tools: own, domain }: PooledQuery,
): Promise<UltraTool[]> {
  const offered = new Map(own.map((tool) => [tool.name, tool]));
  for (const expert of await expertsOf(store, runId)) {
    if (expert.domain !== domain) continue;
    for (const tool of expert.tools)
      if (!offered.has(tool.name) && offered.size < own.length + OFFERED) offered.set(tool.name, tool);
  }
  return [...offered.values()];
}

/** The stage `calls`: a work item is a plan whose steps have tools. */
export const callsStage = oneQuestion<ToolledQuery, CallsInput, CallsOutput>(
  (context, { query, steps, documents }) =>
    Promise.resolve(
      context.question(calls, {
        ...{ role: 'planner', stage: CALLS_STAGE },
        input: {
          ...{ chinese: context.settings.language === 'zh', query },
          ...{ steps: steps.map((one) => ({ ...one })), tools: JSON.stringify(documents) },
        },
      }),
    ),
  (context, subject, answer) => sampleOf(subject, answer, context.settings.language),
);

/** A sample of its steps, documents and calls. */
function sampleOf(
  { kind, domain, query, steps, documents }: ToolledQuery,
  { calls: written }: CallsOutput,
  language: PlanItem['language'],
): PlanItem {
  const numbers = steps.map(({ step }) => bareNumber(splitStep(step).number));
  const byStep = new Map(written.map((call) => [bareNumber(call.step), call.arguments]));
  const byName = new Map(documents.map((tool) => [tool.name, tool]));
  const planned = steps.map(({ step, tool }, at) => {
    const number = numbers[at] ?? '';
    const document = byName.get(tool);
    if (document !== undefined) return { step, tool: callText(document, byStep.get(number) ?? []) };
    const parent = numbers.some((other) => other.startsWith(`${number}.`));
    return { step, tool: parent ? PARENT : NO_TOOL[language] };
  });
  const called = new Set(planned.flatMap(({ tool }) => readCall(tool)?.name ?? []));
  return {
    ...{ language, kind, question: query, domain, plan: planned },
    tools: documents.filter(({ name }) => called.has(name)),
  };
}

/** Hands accepted queries over to the stage `plans`. Repeated, it adds those that came later. */
export async function openPlans(store: Store, runId: string): Promise<void> {
  await enqueue(store, runId, PLANS_STAGE, await acceptedQueries(store, runId));
}

/** Hands plans over to the stage `tools`. */
export async function openTools(store: Store, runId: string): Promise<void> {
  const planned: PlannedQuery[] = [];
  for await (const { input, result } of streamSubjects(store, runId, PLANS_STAGE))
    if (result?.outcome === 'done') {
      const query = input as PooledQuery;
      const keys = { ...query.keys, [PLANS_STAGE]: result.keys };
      planned.push({ ...query, keys, steps: (result.value as PlanOutput).steps });
    }
  await enqueue(store, runId, TOOLS_STAGE, planned);
}

/** Hands plans with tools over to the stage `calls`. */
export async function openCalls(store: Store, runId: string): Promise<void> {
  const toolled: ToolledQuery[] = [];
  for await (const { input, result } of streamSubjects(store, runId, TOOLS_STAGE))
    if (result?.outcome === 'done') {
      const { steps: _, ...query } = input as PlannedQuery;
      const { steps, created } = result.value as { steps: ToolledQuery['steps']; created: UltraTool[] };
      const documents = [...created, ...(await offeredTools(store, runId, query))];
      const used = new Set(steps.map(({ tool }) => tool));
      toolled.push({
        ...query,
        keys: { ...query.keys, [TOOLS_STAGE]: result.keys },
        ...{ steps, documents: documents.filter(({ name }) => used.has(name)) },
      });
    }
  await enqueue(store, runId, CALLS_STAGE, toolled);
}

async function enqueue(
  store: Store,
  runId: string,
  stage: string,
  queries: readonly PooledQuery[],
): Promise<void> {
  await openStage(store, runId, stage, []);
  for (let from = 0; from < queries.length; from += AT_ONCE)
    await addSubjects(
      store,
      runId,
      stage,
      queries.slice(from, from + AT_ONCE).map((input) => ({ subject: input.itemId, input })),
    );
}
