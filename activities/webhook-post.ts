import { Webhook as Signer } from 'standardwebhooks';
import { retryAfterMs } from '../core/retry-after.js';
import type { Delivery } from '../store/review/webhook-deliveries.js';

/** Somebody who is told of settled items. Address and secret go nowhere but into the request. */
export interface Webhook {
  readonly name: string;
  /** Names of the runs whose items it is told of; all without it. */
  readonly runs?: readonly string[] | undefined;
  readonly url: string;
  /** `whsec_` and base64. */
  readonly secret: string;
}

/** What a receiver said. */
export type WebhookReply =
  | { readonly kind: 'taken'; readonly last: string }
  /** Never to be sent again. */
  | { readonly kind: 'refused'; readonly last: string }
  | { readonly kind: 'again'; readonly last: string; readonly afterMs?: number };

/** A receiver that takes longer is asked again; what it should do with the news is to be done afterwards. */
const TIMEOUT_MS = 15_000;
/** Client errors that pass. */
const PASSING = new Set([408, 425, 429]);
/** No receiver has us wait longer at its own wish. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Sends a delivery as Standard Webhooks says (https://www.standardwebhooks.com): same id and bytes at every try, signed
 * anew with the time of the try. What went wrong is told by status or code alone; an error's message could name the address.
 *
 * @param leaving aborts it
 * @throws the signal's reason when it was aborted
 */
export async function postWebhook(
  { url, secret }: Webhook,
  { id, body }: Pick<Delivery, 'id' | 'body'>,
  now: Date,
  leaving: AbortSignal,
): Promise<WebhookReply> {
  const { address, authorization } = splitAddress(url);
  // Every worker would load it at its start, and few have a webhook.
  const { request } = await import('undici');
  try {
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'benchwright',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Signer(secret).sign(id, now, body),
        ...(authorization === undefined ? {} : { authorization }),
      },
      body,
      signal: AbortSignal.any([leaving, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    // What it says beside the status is of no use; a long answer is not read to its end.
    await answer.dump({ limit: 65_536 }).catch(() => undefined);
    return answerOf(statusCode, headers['retry-after'], now);
  } catch (error) {
    leaving.throwIfAborted();
    return { kind: 'again', last: failureOf(error) };
  }
}

/** Credentials in an address are sent as every client sends them, in a header. */
function splitAddress(url: string): { address: URL; authorization: string | undefined } {
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  if (username === '' && password === '') return { address, authorization: undefined };
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { address, authorization: `Basic ${Buffer.from(words).toString('base64')}` };
}

function answerOf(status: number, retryAfter: string | string[] | undefined, now: Date): WebhookReply {
  const last = String(status);
  if (status >= 200 && status < 300) return { kind: 'taken', last };
  if (status >= 400 && status < 500 && !PASSING.has(status)) return { kind: 'refused', last };
  const header = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
  const afterMs = retryAfterMs(header, now.getTime(), LONGEST_MS);
  return { kind: 'again', last, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** `ECONNREFUSED`, `ENOTFOUND`, `UND_ERR_SOCKET`, `TimeoutError`: a code or a name, never a message. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
