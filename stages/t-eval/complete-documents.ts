import type { Completion, DocumentItem } from '../../core/t-eval/completion.js';
import { COMPLETE_STAGE } from '../../core/t-eval/run.js';
import { firstPromptCall } from '../../llm/asking/ask-prompt.js';
import {
  completeDocument,
  completeDocumentInput,
  type CompleteDocumentInput,
} from '../../prompts/t-eval/complete-document.js';
import { streamSubjects } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';
import { documentIn, type PoorDocument } from '../../transforms/t-eval/poor-documents.js';
import type { DocumentOutcome } from '../../transforms/t-eval/settled-documents.js';
import type { MapStageFactory } from '../map-stage.js';
import { subjectOutcome } from '../outcome-of.js';
import { TEvalContext, type TEvalQuestion } from './context.js';

/** The stage `complete`: a subject is an API whose document lacks something. */
export const completeStage: MapStageFactory = async ({ store }, runId) => {
  const context = await TEvalContext.open(store, runId);
  return {
    role: context.model('generator'),
    async work(access, { input }, call) {
      return subjectOutcome(await context.ask(access, questionOf(context, input as PoorDocument), call));
    },
    firstCalls: ({ input }) =>
      Promise.resolve([firstPromptCall(context.question(questionOf(context, input as PoorDocument)))]),
  };
};

function questionOf(
  { given: tools, settings: { language } }: TEvalContext,
  { api }: PoorDocument,
): TEvalQuestion<CompleteDocumentInput, Completion> {
  const { tool, given, others } = documentIn(tools, api);
  return {
    prompt: completeDocument,
    role: 'generator',
    stage: COMPLETE_STAGE,
    input: completeDocumentInput(tool, given, others, language),
  };
}

/** What the stage `complete` brought, in its order. @throws for a document that has no outcome yet */
export async function* completedDocuments(
  store: Store,
  { run, given: tools, settings: { language } }: TEvalContext,
): AsyncGenerator<DocumentOutcome> {
  for await (const { input, result } of streamSubjects(store, run.runId, COMPLETE_STAGE)) {
    const { itemId, api } = input as PoorDocument;
    if (result === undefined) throw new Error(`the document of ${api} has no outcome yet`);
    const { keys } = result;
    if (result.outcome === 'set aside') {
      const { reason, detail } = result;
      yield { itemId, api, keys, reason, detail };
      continue;
    }
    const { tool, given } = documentIn(tools, api);
    const { name, description } = tool;
    const item: DocumentItem = {
      ...{ itemId, recordId: api, language, tool: { name, description }, given },
      completion: result.value as Completion,
    };
    yield { itemId, keys, item };
  }
}
