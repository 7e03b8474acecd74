import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { CallOutcome } from '../../core/call-outcome.js';
import { keyedCall } from '../../core/ledger-key.js';
import type { EmbeddingAnswer, EmbeddingRequest } from '../../core/model-call.js';
import { finalCall } from '../../store/ledger/call-state.js';
import type { Store } from '../../store/store.js';
import { callModel, type CallContext } from '../asking/call-model.js';
import type { ModelAccess } from '../asking/model-access.js';
import { freePayer } from '../ledger/payer.js';

/** Computes a vector on this machine. */
export type ComputeVector = () => Promise<readonly number[]>;

/** A source of text vectors. */
export interface VectorAnswers {
  /**
   * @param compute computes the vector locally; called if it is not stored
   * @throws EMBEDDER_UNAVAILABLE for an unusable answer
   */
  vector(
    request: EmbeddingRequest,
    compute: ComputeVector | undefined,
    signal: AbortSignal,
  ): Promise<readonly number[]>;
}

/** A vector depends on its text alone: there are no further samples or generations. */
const ONLY = { epoch: 0, attempt: 0 } as const;
/** Characters of the text shown as the call's work item. */
const WORK_ITEM_CHARACTERS = 100;

/** Vectors from the ledger; missing ones are bought or computed once and stored. */
export const ledgerVectors = (
  open: () => Promise<ModelAccess>,
  context: Pick<CallContext, 'execution'> & { readonly runId: string; readonly stage: string },
): VectorAnswers => ({
  async vector(request, compute, signal) {
    const access = await open();
    const { execution, runId, stage } = context;
    const use = { runId, stage, workItem: request.text.slice(0, WORK_ITEM_CHARACTERS) };
    const { outcome } =
      compute === undefined
        ? await callModel(access, request, ONLY, { execution, use, signal }, (answer) =>
            unfit(request, answer.vector),
          )
        : await access.ledger.answer(
            request,
            ONLY,
            async () => ({ outcome: 'answered', answer: answerOf(request, await compute()) }),
            { use, signal, payer: freePayer(runId) },
          );
    return vectorOf(request, outcome);
  },
});

/** Like `ledgerVectors`, for a command that belongs to no run. */
export const askedVectors = (access: ModelAccess, execution: string): VectorAnswers => ({
  async vector(request, _compute, signal) {
    const { outcome } = await callModel(access, request, ONLY, { execution, signal }, (answer) =>
      unfit(request, answer.vector),
    );
    return vectorOf(request, outcome);
  },
});

/**
 * Vectors stored in a ledger or computed locally; sends and writes nothing.
 * @param missing the error for a missing vector
 */
export const keptVectors = (store: Store, missing: (request: EmbeddingRequest) => Error): VectorAnswers => ({
  async vector(request, compute) {
    const kept = await finalCall(store, keyedCall(request, ONLY).key, undefined);
    if (kept !== undefined) return vectorOf(request, kept.outcome as CallOutcome<EmbeddingAnswer>);
    if (compute === undefined) throw missing(request);
    return compute();
  },
});

/** The ledger calls of vector requests. */
export const vectorCalls = (
  requests: readonly EmbeddingRequest[],
): { readonly request: EmbeddingRequest; readonly sample: typeof ONLY }[] =>
  requests.map((request) => ({ request, sample: ONLY }));

/** Vectors computed locally and not stored. */
export const computedVectors: VectorAnswers = {
  vector(request, compute) {
    if (compute === undefined) throw new Error(`nobody here asks ${request.model}`);
    return compute();
  },
};

const answerOf = ({ model }: EmbeddingRequest, vector: readonly number[]): EmbeddingAnswer => ({
  kind: 'embedding',
  vector: [...vector],
  model,
  usage: { input: 0, cachedInput: 0, output: 0, reasoning: 0 },
});

/** What is wrong with a vector, e.g. that the server ignored `dimensions`. */
function unfit({ dimensions }: EmbeddingRequest, vector: readonly number[]): string | undefined {
  if (dimensions !== undefined && vector.length !== dimensions)
    return `a vector of ${vector.length} numbers instead of ${dimensions}`;
  return vector.every((component) => component === 0) ? 'a vector of length 0' : undefined;
}

function vectorOf(request: EmbeddingRequest, outcome: CallOutcome<EmbeddingAnswer>): readonly number[] {
  if (outcome.outcome === 'answered') return outcome.answer.vector;
  const found =
    outcome.outcome === 'rejected'
      ? outcome.message
      : outcome.outcome === 'invalid'
        ? outcome.problem
        : outcome.outcome;
  throw new BenchwrightError('EMBEDDER_UNAVAILABLE', {
    expected: `a vector for each text from ${request.model}`,
    found,
    where: JSON.stringify(request.text.slice(0, WORK_ITEM_CHARACTERS)),
    next: 'Configure another embedding model or the embedder "lexical", and start a new run.',
  });
}
