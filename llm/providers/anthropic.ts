import type Anthropic from '@anthropic-ai/sdk';
import {
  CallFailure,
  type ChatRequest,
  type EmbeddingRequest,
  type Provider,
} from '../../core/model-call.js';
import { messagesAnswer, toMessagesRequest } from './anthropic-mapping.js';
import { ProviderConnection, openConnections, type ProviderOptions } from './exchange.js';

const BASE_URL = 'https://api.anthropic.com';

/**
 * Models behind Anthropic's messages; `toMessagesRequest` says what of a request is said how. There are no embeddings:
 * `embed` is `rejected`. Nothing of the environment is read for address or key; the SDK is loaded at the first call.
 */
export function anthropicProvider(options: ProviderOptions = {}): Provider {
  const { line, client } = anthropicConnection(options);
  return {
    kind: 'anthropic',
    async chat(request: ChatRequest, { signal }) {
      signal.throwIfAborted();
      const { body, headers, answerTool } = toMessagesRequest(request);
      return line.exchange(
        { model: request.model, body, signal },
        // Not `messages.create`: that warns on the terminal, at every call, of models that will be retired.
        async (sending) => (await client()).post('/v1/messages', { body, headers, ...sending }).asResponse(),
        (answer) => messagesAnswer(answer, request, answerTool),
      );
    },
    async embed(request: EmbeddingRequest): Promise<never> {
      throw new CallFailure(
        'rejected',
        `Anthropic has no embeddings; "${request.model}" needs another provider for the role embedder`,
      );
    },
  };
}

/** What calls and batches share; one client for all of a provider's calls. */
export function anthropicConnection(options: ProviderOptions): {
  readonly line: ProviderConnection;
  readonly client: () => Promise<Anthropic>;
} {
  const baseUrl = (options.baseUrl ?? BASE_URL).replace(/\/+$/, '');
  let loading: Promise<Anthropic> | undefined;
  return {
    line: new ProviderConnection('anthropic', baseUrl, options),
    client: () => (loading ??= load(baseUrl, options.key ?? '')),
  };
}

async function load(baseURL: string, apiKey: string): Promise<Anthropic> {
  const { Anthropic } = await import('@anthropic-ai/sdk');
  return new Anthropic({
    baseURL,
    apiKey,
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    fetch: await openConnections(),
  });
}
