import type { Api, Arrived } from './asked.js';
import { badKey, unknownModel } from './endpoint.js';
import { Refused } from './refused.js';
import type { Misbehaviour } from './script.js';

/** The error answer of a misbehaviour in the provider's form; undefined where it is no error answer. */
export function faultOf(asked: Arrived, misbehaviour: Misbehaviour, nowMs: number): Refused | undefined {
  const { api } = asked;
  switch (misbehaviour.kind) {
    case 'rate limited':
      return new Refused(
        429,
        api === 'openai'
          ? `Rate limit reached for ${asked.model} on requests per min (RPM).`
          : "This request would exceed your organization's rate limit.",
        api === 'openai' ? { type: 'requests', code: 'rate_limit_exceeded' } : { type: 'rate_limit_error' },
        retryAfter(misbehaviour.retryAfter, nowMs),
      );
    case 'overloaded': {
      const seconds = misbehaviour.retryAfterSeconds;
      return new Refused(
        api === 'openai' ? 503 : 529,
        api === 'openai' ? 'The engine is currently overloaded, please try again later' : 'Overloaded',
        { type: api === 'openai' ? 'server_error' : 'overloaded_error' },
        retryAfter(seconds === undefined ? undefined : { seconds }, nowMs),
      );
    }
    case 'server error':
      return new Refused(misbehaviour.status ?? 500, 'Internal server error', {
        type: api === 'openai' ? 'server_error' : 'api_error',
      });
    case 'content filter':
      return api === 'openai'
        ? new Refused(
            400,
            'The response was filtered due to the prompt triggering the content management policy.',
            {
              type: 'invalid_request_error',
              code: 'content_filter',
              param: 'prompt',
            },
          )
        : new Refused(400, 'Output blocked by content filtering policy', { type: 'invalid_request_error' });
    case 'rejected':
      return new Refused(400, 'This request can never be answered.', {
        type: 'invalid_request_error',
        code: 'invalid_prompt',
      });
    case 'bad key':
      return badKey(api, '');
    case 'forbidden':
      return new Refused(403, 'Your key may not use this resource', {
        type: api === 'openai' ? 'invalid_request_error' : 'permission_error',
      });
    case 'unknown model':
      return unknownModel(api, asked.model);
    case 'no credit':
      return noCredit(api);
    case 'payment required':
      return new Refused(402, 'Insufficient credits', {
        type: api === 'openai' ? 'invalid_request_error' : 'billing_error',
      });
    default:
      return undefined;
  }
}

/** As each provider says that the money is used up; Anthropic did so with a 400 before it had a 402. */
function noCredit(api: Api): Refused {
  return api === 'openai'
    ? new Refused(429, 'You exceeded your current quota, please check your plan and billing details.', {
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      })
    : new Refused(400, 'Your credit balance is too low to access the Anthropic API.', {
        type: 'invalid_request_error',
      });
}

type Wait = Extract<Misbehaviour, { kind: 'rate limited' }>['retryAfter'];

function retryAfter(wait: Wait, nowMs: number): Record<string, string> {
  if (wait === undefined) return {};
  if ('seconds' in wait) return { 'retry-after': String(wait.seconds) };
  if ('ms' in wait) return { 'retry-after-ms': String(wait.ms) };
  return { 'retry-after': new Date(nowMs + wait.dateInMs).toUTCString() };
}

/** The wait that headers ask for, in milliseconds; how the ledger knows that a client came too early. */
export function waitIn(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  if (headers['retry-after-ms'] !== undefined) return Number(headers['retry-after-ms']);
  const retryAfter = headers['retry-after'];
  if (retryAfter === undefined) return undefined;
  return /^[\d.]+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - nowMs;
}
