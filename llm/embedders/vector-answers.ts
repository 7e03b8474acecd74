import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { CallOutcome } from '../../core/call-outcome.js';
import { keyedCall } from '../../core/ledger-key.js';
import type { EmbeddingAnswer, EmbeddingRequest } from '../../core/model-call.js';
import { finalCall } from '../../store/ledger/call-state.js';
import type { Store } from '../../store/store.js';
import { callModel, type CallContext } from '../asking/call-model.js';
import type { ModelAccess } from '../asking/model-access.js';

/** Makes a vector on this machine. */
export type ComputeVector = () => Promise<readonly number[]>;

/** Where the vectors of texts come from; the ledger in one way or another. */
export interface VectorAnswers {
  /**
   * @param compute where the model is on this machine: called when nobody has the answer
   * @throws EMBEDDER_UNAVAILABLE for an answer that is no such vector
   */
  vector(
    request: EmbeddingRequest,
    compute: ComputeVector | undefined,
    signal: AbortSignal,
  ): Promise<readonly number[]>;
}

/** A vector follows from its text, so there is no second sample of it: neither attempts nor fresh epochs. */
const ONLY = { epoch: 0, attempt: 0 } as const;
/** Of a text, as what its vector is for. */
const SUBJECT_CHARACTERS = 100;

/** Vectors from the ledger; one that is not there is bought or computed, once, and kept. */
export const ledgerVectors = (
  open: () => Promise<ModelAccess>,
  context: Pick<CallContext, 'execution'> & { readonly runId: string; readonly stage: string },
): VectorAnswers => ({
  async vector(request, compute, signal) {
    const access = await open();
    const { execution, runId, stage } = context;
    const use = { runId, stage, subject: request.text.slice(0, SUBJECT_CHARACTERS) };
    const { outcome } =
      compute === undefined
        ? await callModel(access, request, ONLY, { execution, use, signal }, (answer) =>
            unfit(request, answer.vector),
          )
        : await access.ledger.answer(
            request,
            ONLY,
            async () => ({ outcome: 'answered', answer: answerOf(request, await compute()) }),
            { use, signal },
          );
    return vectorOf(request, outcome);
  },
});

/** The same for a command, which belongs to no run. */
export const askedVectors = (access: ModelAccess, execution: string): VectorAnswers => ({
  async vector(request, _compute, signal) {
    const { outcome } = await callModel(access, request, ONLY, { execution, signal }, (answer) =>
      unfit(request, answer.vector),
    );
    return vectorOf(request, outcome);
  },
});

/**
 * Vectors that a store's ledger has, and those that this machine can compute; nothing is sent, nothing is written.
 * @param missing the error for an answer that is not there
 */
export const keptVectors = (store: Store, missing: (request: EmbeddingRequest) => Error): VectorAnswers => ({
  async vector(request, compute) {
    const kept = await finalCall(store, keyedCall(request, ONLY).key, undefined);
    if (kept !== undefined) return vectorOf(request, kept.outcome as CallOutcome<EmbeddingAnswer>);
    if (compute === undefined) throw missing(request);
    return compute();
  },
});

/** The calls for vectors, as the ledger knows them. */
export const vectorCalls = (
  requests: readonly EmbeddingRequest[],
): { readonly request: EmbeddingRequest; readonly sample: typeof ONLY }[] =>
  requests.map((request) => ({ request, sample: ONLY }));

/** Vectors that this machine can compute, kept nowhere. */
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

/** What is wrong with a vector, such as that the server knows nothing of `dimensions`. */
function unfit({ dimensions }: EmbeddingRequest, vector: readonly number[]): string | undefined {
  if (dimensions !== undefined && vector.length !== dimensions)
    return `a vector of ${vector.length} numbers, where ${dimensions} were asked for`;
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
    expected: `a vector of each text from ${request.model}`,
    found,
    where: JSON.stringify(request.text.slice(0, SUBJECT_CHARACTERS)),
    next: 'Name another embedding model in the configuration, or the embedder "lexical", and begin a new run.',
  });
}
