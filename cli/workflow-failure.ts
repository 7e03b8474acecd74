import type { WorkflowFailedError } from '@temporalio/client';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { ERRORS, type ErrorCode } from '../core/errors/catalogue.js';
import { BenchwrightError, type ErrorRecord } from '../core/errors/benchwright-error.js';

/** The catalogue's error inside a failed execution, as the activity threw it; the failure itself if there is none. */
export function fromWorkflowFailure(error: WorkflowFailedError): Error {
  const cause = error.cause instanceof ActivityFailure ? error.cause.cause : error.cause;
  if (!(cause instanceof ApplicationFailure)) return error;
  const record = cause.details?.[0] as ErrorRecord | undefined;
  if (record && record.code in ERRORS) return fromRecord(record);
  return error;
}

/** An error that was kept as a record, as an error again. */
export function fromRecord({ code, title: _title, ...parts }: ErrorRecord): BenchwrightError {
  return new BenchwrightError(code satisfies ErrorCode, parts);
}
