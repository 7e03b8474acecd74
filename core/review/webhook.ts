import * as z from 'zod';

/** Plain HTTP is allowed only to this machine. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Messages omit the address: it may contain credentials. */
const addressSchema = z.string().superRefine((text, check) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  if (!secure)
    check.addIssue({ code: 'custom', message: 'an https address (http only on this machine)', input: '' });
});

/** A configured receiver of review events. */
export const webhookSchema = z.strictObject({
  /** Name in histories, store and messages. */
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'lowercase letters, digits and -, starting with a letter'),
  url: addressSchema,
  /** Environment variable with the signing secret, `whsec_` and base64. */
  secretEnv: z.string().min(1),
  /** Names of the runs to report; absent: all. */
  runs: z.array(z.string()).optional(),
});

/** All webhooks, with unique names. */
export const webhooksSchema = z.array(webhookSchema).superRefine((hooks, check) => {
  if (new Set(hooks.map(({ name }) => name)).size < hooks.length)
    check.addIssue({ code: 'custom', message: 'unique names', input: '' });
});

/** Event types: an item was settled, or a reported one was reopened. */
export type WebhookEventType = 'item.settled' | 'item.reopened';

/** State of a delivery; `withdrawn`: its event was undone before delivery. */
export type DeliveryState = 'waiting' | 'delivered' | 'given up' | 'withdrawn';
