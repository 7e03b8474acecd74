import { ApplicationFailure } from '@temporalio/activity';
import { BenchwrightError, toErrorRecord } from '../core/errors/benchwright-error.js';

type AnyActivity = (...args: never[]) => Promise<unknown>;

/**
 * The one place where the catalogue's errors become Temporal failures: `type` is the code, the record goes along as
 * detail, and what the catalogue calls not retryable is not retried.
 */
export function mapFailures<T extends Record<string, AnyActivity>>(activities: T): T {
  const mapped = Object.entries(activities).map(([name, activity]) => [
    name,
    async (...args: never[]): Promise<unknown> => {
      try {
        return await activity(...args);
      } catch (error) {
        if (!BenchwrightError.is(error)) throw error;
        throw ApplicationFailure.create({
          type: error.code,
          message: error.message,
          nonRetryable: !error.entry.retryable,
          details: [toErrorRecord(error)],
          cause: error,
        });
      }
    },
  ]);
  return Object.fromEntries(mapped) as T;
}
