import { setTimeout as sleep } from 'node:timers/promises';
import type { HookSubscription } from '../../store/review/webhook-fill.js';
import type { Store } from '../../store/store.js';
import { findEngine, type Context } from '../context.js';
import { hasToTell } from './wake-webhooks.js';
import type { Workers } from '../../worker/workers.js';

const LOOK_MS = 1_000;

/** Whether any of these hooks is yet to be told something. */
export async function anyToTell(store: Store, hooks: readonly HookSubscription[]): Promise<boolean> {
  for (const hook of hooks) if (await hasToTell(store, hook)) return true;
  return false;
}

/**
 * Keeps engine and worker alive while webhooks are yet to be told something; it is the worker that tells.
 * @param signal ends it; what is not told by then waits for whoever attends next
 * @throws ENGINE_*, WORKER_UNAVAILABLE
 */
export async function watchWebhooks(
  context: Context,
  store: Store,
  hooks: readonly HookSubscription[],
  { workers, signal }: { readonly workers: Workers; readonly signal: AbortSignal },
): Promise<void> {
  try {
    const engine = await findEngine(context);
    try {
      while (!signal.aborted && (await anyToTell(store, hooks))) {
        await workers.ensure(1);
        await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      engine.release();
    }
  } finally {
    await workers.stop();
  }
}
