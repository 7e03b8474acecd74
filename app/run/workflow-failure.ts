import type { WorkflowExecutionDescription, WorkflowFailedError } from '@temporalio/client';
import {
  ActivityFailure,
  ApplicationFailure,
  DefaultFailureConverter,
  defaultPayloadConverter,
} from '@temporalio/common';
import { ERRORS } from '../../core/errors/catalogue.js';
import { fromRecord, toErrorRecord, type ErrorRecord } from '../../core/errors/benchwright-error.js';

/** The catalogue's error inside a failed execution, as the activity threw it; the failure itself if there is none. */
export function fromWorkflowFailure(error: WorkflowFailedError): Error {
  const cause = error.cause instanceof ActivityFailure ? error.cause.cause : error.cause;
  const record = cause instanceof ApplicationFailure ? recordIn(cause) : undefined;
  return record ? fromRecord(record) : error;
}

/**
 * Why activities under way failed when they were last tried. Temporal tries them again by itself (a full disk, a locked
 * store); without this nobody would learn what the run waits for. A lost worker is left out: it is seen elsewhere.
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
