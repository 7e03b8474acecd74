import { setTimeout as sleep } from 'node:timers/promises';
import type { HookSubscription } from '../../store/review/webhook-fill.js';
import { hasNewEvents } from '../../store/review/webhook-fill.js';
import { nextDeliveryMs, pauseOf } from '../../store/review/webhook-deliveries.js';
import type { Store } from '../../store/store.js';
import { connectClient, type Engine } from '../../engine/connect.js';
import type { webhooks } from '../../workflows/webhooks.js';
import { LOOK_UP } from '../run/drive-run.js';
import { taskQueue } from '../../worker/task-queue.js';

/** Between two looks at what is to be told. */
const LOOK_MS = 1_000;
/** An execution that was woken is given this time before it is woken again. */
const WAKE_MS = 5_000;

/** Whether a hook is yet to be told something, at whatever time. */
export async function hasToTell(store: Store, hook: HookSubscription): Promise<boolean> {
  return (await hasNewEvents(store, hook)) || (await nextDeliveryMs(store, hook.name)) !== undefined;
}

/** The same, of what could be told now. */
async function canTell(store: Store, hook: HookSubscription): Promise<boolean> {
  if ((await pauseOf(store, hook.name)).untilMs > store.now()) return false;
  if (await hasNewEvents(store, hook)) return true;
  const nextMs = await nextDeliveryMs(store, hook.name);
  return nextMs !== undefined && nextMs <= store.now();
}

/**
 * Has the workflows of webhooks begin, or look again, when there is something to tell. Every worker does; what is started
 * twice is one.
 * @param signal ends it
 */
export async function wakeWebhooks(
  engine: Engine,
  store: Store,
  hooks: readonly HookSubscription[],
  signal: AbortSignal,
): Promise<void> {
  if (hooks.length === 0) return;
  const { client, close } = await connectClient(engine);
  const woken = new Map<string, number>();
  try {
    while (!signal.aborted) {
      for (const hook of hooks) {
        if (performance.now() - (woken.get(hook.name) ?? -Infinity) < WAKE_MS) continue;
        // A store or a server that does not answer just now does at another look.
        const can = await canTell(store, hook).catch(() => false);
        if (!can) continue;
        woken.set(hook.name, performance.now());
        await client.workflow
          .signalWithStart<typeof webhooks>('webhooks', {
            args: [{ hook: hook.name }],
            workflowId: `benchwright/${store.id}/webhook/${hook.name}`,
            taskQueue: taskQueue(store),
            signal: LOOK_UP,
          })
          .catch(() => undefined);
      }
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await close().catch(() => undefined);
  }
}
