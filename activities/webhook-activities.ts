import { ApplicationFailure } from '@temporalio/activity';
import {
  beginAttempt,
  dueDeliveries,
  endAttempt,
  giveUpAll,
  nextDeliveryMs,
  pauseOf,
  setPause,
  type Delivery,
} from '../store/review/webhook-deliveries.js';
import { enqueueDeliveries } from '../store/review/webhook-fill.js';
import type { Store } from '../store/store.js';
import { failpoint } from '../stages/failpoint.js';
import { withHeartbeats } from './heartbeats.js';
import { postWebhook, type WebhookReply, type Webhook } from './webhook-post.js';

export interface WebhookDeps {
  readonly store: Store;
  readonly webhooks: readonly Webhook[];
  /** Aborted when the worker ends. */
  readonly leaving: AbortSignal;
}

/** Deliveries that are read at once. */
const AT_ONCE = 50;
/** Failures in a row after which it is the receiver that fails, not what is sent. */
const DOWN = 3;
const FIRST_MS = 2_000;
const LONGEST_MS = 3_600_000;
/** A receiver that is down is asked again after this time at the latest, with whatever is due. */
const LONGEST_PAUSE_MS = 300_000;
/** A delivery that has failed for so long, and so often, is given up. */
const GIVE_UP_MS = 3 * 24 * 3_600_000;
const GIVE_UP_TRIES = 8;
/** The same of a receiver, with all that waits for it. */
const DEAD_TRIES = 50;

/** 2 seconds, doubled with each try, an hour at most. */
const backoffMs = (tries: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 20));

/** Activities that tell others of settled items. */
export function createWebhookActivities({ store, webhooks, leaving }: WebhookDeps) {
  return {
    /**
     * Tells a hook what it has not been told, one after the other. Returns when nothing is left; while something waits for
     * its next try it fails, with the time until then, and Temporal tries again. When that is stands in the store too: a
     * receiver that asked for time gets it whoever looks next, and it is not forgotten with Temporal's database.
     * @throws WEBHOOK_WAITS as a failure to be retried
     */
    async deliverWebhooks({ hook }: { hook: string }): Promise<void> {
      const webhook = webhooks.find(({ name }) => name === hook);
      // No longer configured: what waits is listed, and goes on when it is again.
      if (webhook) await withHeartbeats(() => deliverAll({ store, leaving }, webhook));
    },
  };
}
export type WebhookActivities = ReturnType<typeof createWebhookActivities>;

type Delivering = Pick<WebhookDeps, 'store' | 'leaving'>;

async function deliverAll(delivering: Delivering, webhook: Webhook): Promise<void> {
  const { store, leaving } = delivering;
  const { name } = webhook;
  for (;;) {
    await enqueueDeliveries(store, webhook);
    const pause = await pauseOf(store, name);
    if (pause.untilMs > store.now()) throw waits(name, pause.untilMs - store.now());
    const due = await dueDeliveries(store, name, AT_ONCE);
    if (due.length === 0) break;
    for (const delivery of due) {
      if (leaving.aborted) throw waits(name, 0);
      if (await deliverOne(delivering, webhook, delivery)) break;
    }
  }
  const nextMs = await nextDeliveryMs(store, name);
  if (nextMs !== undefined) throw waits(name, nextMs - store.now());
}

/** @returns whether the receiver is to be left alone for now */
async function deliverOne(
  { store, leaving }: Delivering,
  webhook: Webhook,
  delivery: Delivery,
): Promise<boolean> {
  const { name } = webhook;
  if (!(await beginAttempt(store, delivery))) return false;
  const answer = await postWebhook(webhook, delivery, new Date(store.now()), leaving).catch(
    (error: unknown) => {
      throw leaving.aborted ? waits(name, 0) : error; // sent again by the next worker, under the same id
    },
  );
  failpoint('after-webhook');
  const now = store.now();
  await endAttempt(store, delivery, triedAs(answer, delivery, now));
  const pause = await pauseOf(store, name);
  if (answer.kind !== 'again') {
    if (pause.faults > 0) await setPause(store, name, { untilMs: 0, faults: 0, sinceMs: 0 });
    return false;
  }
  const faults = pause.faults + 1;
  const sinceMs = faults === 1 ? now : pause.sinceMs;
  if (faults >= DEAD_TRIES && now - sinceMs >= GIVE_UP_MS) {
    await giveUpAll(store, name, answer.last);
    return true;
  }
  const restMs = faults < DOWN ? 0 : Math.min(LONGEST_PAUSE_MS, backoffMs(faults - DOWN + 1));
  const pauseMs = Math.max(answer.afterMs ?? 0, restMs);
  await setPause(store, name, { untilMs: now + pauseMs, faults, sinceMs });
  return pauseMs > 0;
}

function triedAs(
  answer: WebhookReply,
  { tries, firstMs }: Delivery,
  now: number,
): Parameters<typeof endAttempt>[2] {
  const { kind, last } = answer;
  if (kind === 'taken') return { state: 'delivered', last };
  const over = now - (firstMs ?? now) >= GIVE_UP_MS && tries + 1 >= GIVE_UP_TRIES;
  if (kind === 'refused' || over) return { state: 'given up', last };
  return { state: 'waiting', last, nextMs: now + Math.max(answer.afterMs ?? 0, backoffMs(tries + 1)) };
}

/** Temporal takes no delay of nothing. */
const SHORTEST_MS = 100;

const waits = (hook: string, ms: number): ApplicationFailure =>
  ApplicationFailure.create({
    type: 'WEBHOOK_WAITS',
    message: `deliveries to the webhook "${hook}" wait for their next try`,
    nonRetryable: false,
    nextRetryDelay: Math.max(SHORTEST_MS, ms),
  });
