import type { DraftQuery } from '../../core/t-eval/annotation.js';
import { apisText } from '../../core/t-eval/call-rules.js';
import { REFINE_STAGE } from '../../core/t-eval/run.js';
import { firstPromptCall } from '../../llm/asking/ask-prompt.js';
import { refineQuery } from '../../prompts/t-eval/refine-query.js';
import type { RefineQueryInput, RefineQueryOutput } from '../../prompts/t-eval/schemas.js';
import { offeredApis } from '../../transforms/t-eval/offered.js';
import type { MapStageFactory } from '../map-stage.js';
import { TEvalContext, type TEvalQuestion } from './context.js';

/** The stage `refine`: a subject is a generated query (paper, figure 7; there three at a time, so that one that fails takes none along). */
export const refineStage: MapStageFactory = async ({ store }, runId) => {
  const context = await TEvalContext.open(store, runId);
  return {
    role: context.model('refiner'),
    async work(access, { input }, call) {
      const found = await context.ask(access, questionOf(context, input as DraftQuery), call);
      const { keys } = found;
      if (found.ok) return { outcome: 'done', value: { query: found.value.query.trim() }, keys };
      const { problem, reason, requestDigest } = found;
      return { outcome: 'set aside', reason: problem, detail: reason, requestDigest, keys };
    },
    firstCalls: ({ input }) =>
      Promise.resolve([firstPromptCall(context.question(questionOf(context, input as DraftQuery)))]),
  };
};

function questionOf(
  { tools, seed }: TEvalContext,
  { itemId, tools: names, query }: DraftQuery,
): TEvalQuestion<RefineQueryInput, RefineQueryOutput> {
  const apis = offeredApis(tools, names, seed, itemId);
  return {
    prompt: refineQuery,
    role: 'refiner',
    stage: REFINE_STAGE,
    input: { apis: apisText(apis), apiNames: apis.map(({ name }) => name), query },
  };
}
