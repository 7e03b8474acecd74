import type { CallOutcome } from '../../core/call-outcome.js';
import { CALL_FAILURES, CallFailure, LastingFailure } from '../../core/model-call.js';
import type { HistoryEntry } from '../../store/ledger/history.js';

/** Thrown when the budget has no room for a retry; the caller's claim on the call has been released. */
export class RetryNotFunded extends Error {
  constructor(readonly failure: CallFailure) {
    super('the budget has no room to send the call again', { cause: failure });
  }
}

/**
 * A failure as a history entry. Only a transport failure is waited for: a run that a wrong configuration paused is
 * resumed once that is right, and its calls are sent then.
 */
export const historyEntryOf = ({ kind, message, told }: CallFailure): HistoryEntry => ({
  kind,
  message,
  status: told.status,
  maybeBilled: told.maybeBilled ?? false,
  ...(CALL_FAILURES[kind] === 'transport' &&
    told.retryAfterMs !== undefined && { retryAfterMs: told.retryAfterMs }),
});

/** An attempt abandoned, or failed in our own code, after it was sent. */
export const abandonedEntry = (error: unknown): HistoryEntry => ({
  kind: 'abandoned',
  message: error instanceof Error ? error.message : String(error),
  maybeBilled: true,
});

/** A failure that settles the call: a rejection of the request itself, or one that lasts while others are answered. */
export function rejectionOf(error: unknown): CallOutcome | undefined {
  if (!(error instanceof CallFailure)) return undefined;
  const { kind, message, told } = error;
  if (CALL_FAILURES[kind] !== 'item' && !(error instanceof LastingFailure)) return undefined;
  return {
    outcome: 'rejected',
    // A configuration that does not fit pauses the run and is no item's failure, except for an address that went silent.
    kind: kind as Extract<CallOutcome, { outcome: 'rejected' }>['kind'],
    message,
    ...(told.status === undefined ? {} : { status: told.status }),
  };
}

/**
 * How another caller's call ends: its outcome or failure; undefined if it was abandoned for its own reasons (stopped,
 * store failure).
 * @throws the signal's reason if that comes first
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
