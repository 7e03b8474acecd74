import type { DraftQuery } from '../../core/t-eval/annotation.js';
import { apisText } from '../../core/t-eval/call-rules.js';
import { REFINE_STAGE } from '../../core/t-eval/run.js';
import { refineQuery } from '../../prompts/t-eval/refine-query.js';
import type { RefineQueryInput, RefineQueryOutput } from '../../prompts/t-eval/schemas.js';
import type { MapStageFactory } from '../map-stage.js';
import { questionStage } from '../question-stage.js';
import { TEvalContext, type TEvalQuestion } from './context.js';

/**
 * The stage `refine`: a work item is a generated query (paper, figure 7, which refines three at a time; one at a time
 * confines failures).
 */
export const refineStage: MapStageFactory = async ({ store }, runId) => {
  const context = await TEvalContext.open(store, runId);
  return questionStage(
    context.model('refiner'),
    (draft: DraftQuery) => context.question(questionOf(context, draft)),
    (_draft, { query }) => ({ query: query.trim() }),
  );
};

function questionOf(
  { offered }: TEvalContext,
  draft: DraftQuery,
): TEvalQuestion<RefineQueryInput, RefineQueryOutput> {
  const apis = offered.ofQuery(draft);
  return {
    prompt: refineQuery,
    role: 'refiner',
    stage: REFINE_STAGE,
    input: { apis: apisText(apis), apiNames: apis.map(({ name }) => name), query: draft.query },
  };
}
