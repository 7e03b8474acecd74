import type { CallOutcome } from '../../core/call-outcome.js';
import { CallFailure } from '../../core/model-call.js';
import type { HistoryEntry } from '../../store/ledger/history.js';

/** A failure as the history has it. */
export const entryOf = ({ kind, message, told }: CallFailure): HistoryEntry => ({
  kind,
  message,
  status: told.status,
  perhapsBilled: told.perhapsBilled ?? false,
});

/** A sending that was given up, or failed in our own code, after it had left. */
export const abandoned = (error: unknown): HistoryEntry => ({
  kind: 'abandoned',
  message: error instanceof Error ? error.message : String(error),
  perhapsBilled: true,
});

/** What the provider says of the request itself, and would say of it again. */
export function rejectionOf(error: unknown): CallOutcome | undefined {
  if (!(error instanceof CallFailure)) return undefined;
  const { kind, message, told } = error;
  if (kind !== 'rejected' && kind !== 'filtered') return undefined;
  return {
    outcome: 'rejected',
    kind,
    message,
    ...(told.status === undefined ? {} : { status: told.status }),
  };
}

/**
 * How somebody else's asking ends: its outcome, the failure of the call; undefined when it was given up for reasons of
 * its own (stopped, the store failed it). @throws the signal's reason when that comes first
 */
export function endOf<T>(
  asking: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | CallFailure | undefined> {
  const ended = asking.catch((error: unknown) => (error instanceof CallFailure ? error : undefined));
  if (!signal) return ended;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    void ended.then(resolve).finally(() => signal.removeEventListener('abort', stop));
  });
}
