import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until the answer is neither undefined nor false, or the time is over.
 *
 * @param question asked at once, then every `everyMs` after its last answer
 * @param limits milliseconds; the clock is monotonic, so a changed system time does no harm
 * @returns the answer, or undefined when the time was over or `signal` fired
 */
export async function poll<T>(
  question: () => T | Promise<T>,
  limits: { readonly timeoutMs: number; readonly everyMs?: number; readonly signal?: AbortSignal },
): Promise<Exclude<T, undefined | false | void> | undefined> {
  const deadline = performance.now() + limits.timeoutMs;
  for (;;) {
    const answer = await question();
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false | void>;
    if (limits.signal?.aborted === true || performance.now() >= deadline) return undefined;
    await sleep(limits.everyMs ?? 50, undefined, { ...(limits.signal && { signal: limits.signal }) }).catch(
      () => undefined,
    );
  }
}
