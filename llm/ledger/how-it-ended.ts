import type { CallOutcome } from '../../core/call-outcome.js';
import { CallFailure } from '../../core/model-call.js';
import type { HistoryEntry } from '../../store/ledger/history.js';

/** A failure as a history entry. */
export const entryOf = ({ kind, message, told }: CallFailure): HistoryEntry => ({
  kind,
  message,
  status: told.status,
  perhapsBilled: told.perhapsBilled ?? false,
});

/** An attempt abandoned, or failed in our own code, after it was sent. */
export const abandoned = (error: unknown): HistoryEntry => ({
  kind: 'abandoned',
  message: error instanceof Error ? error.message : String(error),
  perhapsBilled: true,
});

/** A rejection of the request itself, which would be repeated. */
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
