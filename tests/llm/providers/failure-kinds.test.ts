import { describe, expect, it } from 'vitest';
import { connectionFailure, replyFailure } from '../../../llm/providers/failures.js';

const place = { who: 'openai', model: 'm', key: undefined, request: () => '', nowMs: 0 };

describe('what servers really say', () => {
  it.each([
    [
      'a rate limit that names the page for more',
      429,
      {
        error: {
          message:
            'Rate limit reached for gpt-4 in organization org-x on requests per min (RPM): Limit 3. Please add a payment method. Visit https://platform.openai.com/account/billing to add one.',
          type: 'requests',
          code: 'rate_limit_exceeded',
        },
      },
      'rate limited',
    ],
    [
      'OpenAI without credit',
      429,
      {
        error: {
          message: 'You exceeded your current quota, please check your plan and billing details.',
          type: 'insufficient_quota',
          code: 'insufficient_quota',
        },
      },
      'no credit',
    ],
    [
      'a spending limit of Anthropic',
      429,
      {
        type: 'error',
        error: {
          type: 'rate_limit_error',
          message: 'x',
          details: { error_code: 'enforced_spend_limit_reached' },
        },
      },
      'no credit',
    ],
    [
      'Anthropic’s balance',
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'Your credit balance is too low to access the Anthropic API.',
        },
      },
      'no credit',
    ],
    [
      'Anthropic overloaded, behind a gateway',
      500,
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      'overloaded',
    ],
    [
      'Azure’s filter',
      400,
      {
        error: {
          message:
            "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          code: 'content_filter',
        },
      },
      'filtered',
    ],
    [
      'OpenAI’s filter of reasoning',
      400,
      {
        error: {
          message: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
          code: 'invalid_prompt',
        },
      },
      'filtered',
    ],
    [
      'OpenRouter’s moderation',
      403,
      {
        error: {
          message: 'meta-llama requires moderation. Your input was flagged for "violence".',
          code: 403,
        },
      },
      'filtered',
    ],
    [
      'OpenRouter without such a model',
      400,
      { error: { message: 'foo/bar is not a valid model ID', code: 400 } },
      'unknown model',
    ],
    [
      'OpenRouter without credit',
      402,
      { error: { message: 'This request requires more credits, or fewer max_tokens.', code: 402 } },
      'no credit',
    ],
    [
      'vLLM without such a model',
      404,
      { error: { message: 'The model `m` does not exist.', type: 'NotFoundError', code: 404 } },
      'unknown model',
    ],
    [
      'Ollama without such a model',
      404,
      { error: { message: 'model "m" not found, try pulling it first', type: 'api_error' } },
      'unknown model',
    ],
    [
      'a project that may not use the model',
      403,
      { error: { message: 'Project `p` does not have access to model `m`', code: 'model_not_found' } },
      'unknown model',
    ],
    ['another server altogether', 404, { detail: 'Not Found' }, 'nothing listens'],
    [
      'too many tokens',
      400,
      {
        error: {
          message: "This model's maximum context length is 8192 tokens.",
          code: 'context_length_exceeded',
        },
      },
      'rejected',
    ],
    ['too large', 413, undefined, 'rejected'],
    ['a gateway', 524, undefined, 'server error'],
  ] as const)('%s', (_name, status, body, kind) => {
    expect(replyFailure({ status, headers: new Headers(), body }, place).kind).toBe(kind);
  });
});

describe('connections that could not be made', () => {
  it.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'timed out', false],
    ['EAI_AGAIN', 'connection lost', false],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'nothing listens', undefined],
    ['ECONNRESET', 'connection lost', true],
    ['UND_ERR_SOCKET', 'connection lost', true],
  ] as const)('%s → %s', (code, kind, maybeBilled) => {
    const error = new Error('Connection error.', {
      cause: new TypeError('fetch failed', { cause: { code } }),
    });
    const failure = connectionFailure(error, place);
    expect(failure.kind).toBe(kind);
    expect(failure.details.maybeBilled).toBe(maybeBilled);
  });
});
