import { setMaxListeners } from 'node:events';
import type { AnswerTo, CallOutcome } from '../../core/call-outcome.js';
import {
  CALL_FAILURES,
  CallFailure,
  type ChatAnswer,
  type EmbeddingAnswer,
  type ModelRequest,
  type Sample,
} from '../../core/model-call.js';
import type { CallUse } from '../../store/ledger/call-state.js';
import { inputTokens } from '../cost/tokens.js';
import type { LedgerAnswer, Sending } from '../ledger/ledger.js';
import { scopeOf, type ModelAccess } from './model-access.js';

/** On whose behalf a call is made. */
export interface CallContext {
  /** The execution of a run: its calls stop together when the model cannot be asked. */
  readonly execution: string;
  /** What the answer is for; noted with the run. */
  readonly use?: CallUse;
  /** Nothing new is sent once it is aborted. */
  readonly signal?: AbortSignal;
}

/** Output that a call is taken to have where its request names no most. */
const USUAL_OUTPUT = 500;

/**
 * The answer to a request: from the ledger, or bought once, within the limits that all workers share. Permits are held
 * while the call is on the wire, not while its answer reaches the store (docs/decisions.md, D31).
 *
 * @param usable what is wrong with an answer, or undefined; one that cannot be used is kept as such, for good
 * @throws MODEL_MISCONFIGURED, MODEL_UNAVAILABLE: both pause the run, and no item's fate is decided by them; the
 *   signal's reason; STORE_BUSY and its like
 */
export async function callModel<R extends ModelRequest>(
  access: ModelAccess,
  request: R,
  sample: Sample,
  context: CallContext,
  usable: (answer: AnswerTo<R>) => string | undefined = () => undefined,
): Promise<LedgerAnswer<R>> {
  const { execution, use, signal } = context;
  // A stage's calls all listen to its one signal.
  if (signal) setMaxListeners(0, signal);
  return access.ledger.answer(
    request,
    sample,
    async (sending) => {
      const answer = await send(access, request, sending, { execution, ...(signal && { signal }) });
      return outcomeOf(answer as AnswerTo<R>, usable);
    },
    { use, signal },
  );
}

async function send(
  { provider, limiters, count }: ModelAccess,
  request: ModelRequest,
  sending: Sending,
  { execution, signal }: Pick<CallContext, 'execution' | 'signal'>,
): Promise<ChatAnswer | EmbeddingAnswer> {
  const output = request.kind === 'chat' ? (request.sampling.maxTokens ?? USUAL_OUTPUT) : 0;
  const limiter = limiters.of(scopeOf(request.provider, request.model));
  const tokens = inputTokens(request, count) + output;
  // Whether there is a key is known before anything is sent.
  const to = provider(request.provider);
  // A call that has left is not called back: its answer is paid for and is to reach the ledger.
  const options = { signal: new AbortController().signal };
  const { answer } = await limiter.run<ChatAnswer | EmbeddingAnswer>(
    { tokens, execution, ...(signal && { signal }) },
    async () => {
      sending.sent();
      try {
        return await (request.kind === 'chat' ? to.chat(request, options) : to.embed(request, options));
      } catch (error) {
        // What the provider says of the item is an outcome; everything else is history, whether it is sent again or not.
        if (error instanceof CallFailure && CALL_FAILURES[error.kind] !== 'item') await sending.failed(error);
        throw error;
      }
    },
  );
  return answer;
}

function outcomeOf<A extends ChatAnswer | EmbeddingAnswer>(
  answer: A,
  usable: (answer: A) => string | undefined,
): CallOutcome<A> {
  if (answer.kind === 'chat' && (answer.finish === 'refused' || answer.finish === 'filtered'))
    return { outcome: 'refused', answer };
  const problem = usable(answer);
  return problem === undefined ? { outcome: 'answered', answer } : { outcome: 'invalid', answer, problem };
}
