import { askText, problemOfText } from '../../llm/asking/ask-text.js';
import { plannedAttempts } from '../../llm/asking/attempts.js';
import type { CallContext } from '../../llm/asking/call-model.js';
import type { ModelAccess } from '../../llm/asking/model-access.js';
import type { WorkItemOutcome } from '../../store/stages/work-items.js';
import type { ChatAnswer, ChatRequest } from '../../core/model-call.js';
import { filledPrompt, openAskContext, requestTo, type AskContext, type AskRow } from './ask-context.js';
import type { FirstCall, MapStageFactory } from '../map-stage.js';

/** The stored answer of a row. */
export interface RowAnswer {
  readonly answer: string;
  /** The model name reported by the provider. */
  readonly model: string;
}

/** The single request of a row. */
const rowRequest = ({ role, prompts }: AskContext, { text }: AskRow): ChatRequest =>
  requestTo(role, [{ role: 'user', text: filledPrompt(prompts.question, text) }]);

/** The stage `ask`. */
export const askStage: MapStageFactory = async ({ store }, runId) => {
  const context = await openAskContext(store, runId);
  return {
    role: context.role,
    work: (access, { input }, call) => askRow(access, context, input as AskRow, call),
    firstCalls: ({ input }) => Promise.resolve(rowCalls(context, input as AskRow)),
  };
};

/** A row's first call; none if the row is invalid. */
function rowCalls(context: AskContext, row: AskRow): FirstCall[] {
  if (row.problem) return [];
  const { epoch, retries, run } = context;
  const request = rowRequest(context, row);
  const { first: attempt } = plannedAttempts(request, run.frozen.settings.samples, retries);
  const usable: FirstCall['usable'] = (answer) => problemOfText(answer as ChatAnswer);
  return [{ request, sample: { epoch, attempt }, usable }];
}

/** Asks a row once, or reads its answer from the ledger. @throws as `callModel` */
export async function askRow(
  access: ModelAccess,
  context: AskContext,
  row: AskRow,
  call: CallContext,
): Promise<WorkItemOutcome> {
  if (row.problem) return invalidRowOutcome(row.problem);
  const { epoch, retries, run } = context;
  const { samples } = run.frozen.settings;
  const found = await askText(access, { request: rowRequest(context, row), epoch, samples, retries }, call);
  if (!found.ok) return { outcome: 'set aside', ...found };
  const value: RowAnswer = { answer: found.answer.text, model: found.answer.model };
  return { outcome: 'done', value, keys: found.keys };
}

/** The outcome of an invalid row: nothing is sent. */
export const invalidRowOutcome = (problem: NonNullable<AskRow['problem']>): WorkItemOutcome => ({
  outcome: 'set aside',
  ...problem,
  keys: [],
  requestDigest: '',
});
