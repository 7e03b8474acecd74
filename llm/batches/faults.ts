import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { CALL_FAILURES, CallFailure } from '../../core/model-call.js';
import type { Batch } from '../../store/batches/batches.js';
import { misconfigured } from '../limits/limiter.js';
import type { BatchNextStep } from './batch-access.js';

/** Faults in a row after which a run pauses: some 20 minutes of them when something is to be sent … */
export const SUBMIT_FAULTS = 8;
/** … and a day of them when a batch that is at work is only waited for. */
export const WAIT_FAULTS = 150;

/** How a step that could not reach the provider is gone on with. */
export interface FaultRules {
  readonly batch: Batch;
  readonly next: BatchNextStep['next'];
  /** How often in a row this step has failed before. */
  readonly faults: number;
  readonly most: number;
}

/**
 * What follows from a failure of the provider that decides nothing: the step is done again later; a person is asked
 * where waiting does not help, or has not helped for long.
 *
 * An address where nothing listens is waited for once a batch has been submitted there: it was right then.
 * @throws MODEL_MISCONFIGURED, MODEL_UNAVAILABLE; what is no CallFailure
 */
export function laterOrPause(error: unknown, { batch, next, faults, most }: FaultRules): BatchNextStep {
  if (!(error instanceof CallFailure)) throw error;
  const waits = error.kind === 'nothing listens' && batch.providerId !== undefined;
  if (CALL_FAILURES[error.kind] === 'configuration' && !waits) throw misconfigured(scope(batch), error);
  if (faults + 1 >= most)
    throw new BenchwrightError(
      'MODEL_UNAVAILABLE',
      {
        found: `${error.kind}: ${error.message} (a batch was asked about ${faults + 1} times)`,
        where: scope(batch),
        next: 'What the provider has of the batch stays there. `benchwright resume` goes on with it.',
      },
      { cause: error },
    );
  const { retryAfterMs } = error.told;
  return { next, fault: error.message, ...(retryAfterMs === undefined ? {} : { afterMs: retryAfterMs }) };
}

/** A batch that the provider does not know though its results cannot have expired: another account, most likely. */
export const unknownThere = (batch: Batch, failure: CallFailure): BenchwrightError =>
  new BenchwrightError(
    'MODEL_MISCONFIGURED',
    {
      expected: `the batch ${batch.providerId ?? ''} that was submitted there`,
      found: failure.message,
      where: scope(batch),
      next: 'Set the key and base URL that it was submitted with; `benchwright resume` goes on. Nothing is asked anew before.',
    },
    { cause: failure },
  );

/** Where a provider does not say until when it keeps results, they are taken to be there this long. */
const KEPT_MS = 30 * 86_400_000;

/** Whether the results of a batch may be gone by now. */
export const mayBeGone = (batch: Batch, now: number): boolean =>
  now >= (batch.resultsUntilMs ?? (batch.submittedMs ?? batch.createdMs) + KEPT_MS);

/** Whether a failure says that the provider does not have what was asked for. */
export const isGone = (error: unknown): error is CallFailure =>
  error instanceof CallFailure && error.kind === 'rejected' && error.told.status === 404;

const scope = ({ provider, model }: Batch): string => `${provider}/${model}, batches`;
