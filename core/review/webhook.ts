import * as z from 'zod';

/** Whether an address may be told in the clear: nobody else hears what a machine says to itself. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** No message says the address: it may carry credentials. */
const addressSchema = z.string().superRefine((text, check) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  if (!secure)
    check.addIssue({ code: 'custom', message: 'an https address (http only on this machine)', input: '' });
});

/** Somebody who is told of settled items, as the configuration has it. */
export const webhookSchema = z.strictObject({
  /** What histories, the store and messages call it. */
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'small letters, digits and -, beginning with a letter'),
  url: addressSchema,
  /** Environment variable with the secret that signs, `whsec_` and base64. */
  secretEnv: z.string().min(1),
  /** Names of the runs whose items it is told of; all without it. */
  runs: z.array(z.string()).optional(),
});

/** All of them, told apart by name. */
export const webhooksSchema = z.array(webhookSchema).superRefine((hooks, check) => {
  if (new Set(hooks.map(({ name }) => name)).size < hooks.length)
    check.addIssue({ code: 'custom', message: 'each with a name of its own', input: '' });
});

/** What a webhook tells: that an item is settled, or that one of which this was told is not any more. */
export type WebhookEventType = 'item.settled' | 'item.reopened';

/** How a delivery stands; `withdrawn`: what it would have told no longer held before it was told. */
export type DeliveryState = 'waiting' | 'delivered' | 'given up' | 'withdrawn';
