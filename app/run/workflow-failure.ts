import type { WorkflowExecutionDescription, WorkflowFailedError } from '@temporalio/client';
import {
  ActivityFailure,
  ApplicationFailure,
  DefaultFailureConverter,
  defaultPayloadConverter,
} from '@temporalio/common';
import { ERRORS } from '../../core/errors/catalogue.js';
import { fromRecord, toErrorRecord, type ErrorRecord } from '../../core/errors/benchwright-error.js';

/** The catalogue error of a failed execution, as the activity threw it; otherwise the failure itself. */
export function fromWorkflowFailure(error: WorkflowFailedError): Error {
  const cause = error.cause instanceof ActivityFailure ? error.cause.cause : error.cause;
  const record = cause instanceof ApplicationFailure ? recordIn(cause) : undefined;
  return record ? fromRecord(record) : error;
}

/**
 * Last failures of pending activities, which Temporal retries silently (full disk, locked store). Lost workers are
 * excluded: they are detected elsewhere.
 */
export function retriedFailures({ raw }: WorkflowExecutionDescription): ErrorRecord[] {
  const converter = new DefaultFailureConverter();
  return (raw.pendingActivities ?? []).flatMap(({ lastFailure }) => {
    if (!lastFailure) return [];
    const failure = converter.failureToError(lastFailure, defaultPayloadConverter);
    return failure instanceof ApplicationFailure ? [recordIn(failure) ?? toErrorRecord(failure)] : [];
  });
}

function recordIn(failure: ApplicationFailure): ErrorRecord | undefined {
  const record = failure.details?.[0] as ErrorRecord | undefined;
  return record && record.code in ERRORS ? record : undefined;
}
