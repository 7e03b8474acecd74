import type OpenAI from 'openai';
import type { ChatRequest, EmbeddingRequest, Provider } from '../../core/model-call.js';
import { NO_KEY } from './failures.js';
import { ProviderConnection, openConnections, type ProviderOptions } from './exchange.js';
import {
  chatAnswer,
  chatParams,
  embeddingAnswer,
  embeddingParams,
  type Dialect,
  type MaxTokensField,
} from './openai-mapping.js';

const BASE_URL = 'https://api.openai.com/v1';

export interface OpenAiOptions extends ProviderOptions {
  /**
   * The field for `maxTokens`. OpenAI's reasoning models take `max_completion_tokens` only; other servers may know
   * just the older `max_tokens` (Ollama), and most know it.
   * @default `max_completion_tokens` at OpenAI's own address and for its reasoning models anywhere, `max_tokens` else
   */
  readonly maxTokensField?: MaxTokensField;
  /**
   * How a server learns the schema of an answer: `enforced` by `response_format`, or `told` to the model in a system
   * message, where a server rejects such a format.
   * @default 'enforced'
   */
  readonly outputSchema?: Dialect['outputSchema'];
}

/**
 * Models behind OpenAI's protocol (chat completions and embeddings): OpenAI, or vLLM, Ollama, OpenRouter and the like
 * at `baseUrl`, which may do without a key. Nothing of the environment is read for address or key; the SDK is loaded
 * at the first call. All of `Sampling` is sent as it is; what a model does not take it rejects (400).
 */
export function openAiProvider(options: OpenAiOptions = {}): Provider {
  const { line, client, dialect } = openAiConnection(options);
  return {
    kind: 'openai',
    async chat(request: ChatRequest, { signal }) {
      const body = chatParams(request, dialect);
      return line.exchange(
        { model: request.model, body, signal },
        async (sending) => (await client()).chat.completions.create(body, sending).asResponse(),
        (answer) => chatAnswer(answer, request),
      );
    },
    async embed(request: EmbeddingRequest, { signal }) {
      const body = embeddingParams(request);
      return line.exchange(
        { model: request.model, body, signal },
        async (sending) => (await client()).embeddings.create(body, sending).asResponse(),
        (answer) => embeddingAnswer(answer, request),
      );
    },
  };
}

/** Models that refuse `max_tokens`, whoever passes them on (`openai/gpt-5-mini` at OpenRouter). */
const REASONING = /^(openai\/)?(o\d|gpt-5)/;

/** What calls and batches share; one client for all of a provider's calls. */
export function openAiConnection(options: OpenAiOptions): {
  readonly line: ProviderConnection;
  readonly client: () => Promise<OpenAI>;
  readonly dialect: Dialect;
} {
  const baseUrl = (options.baseUrl ?? BASE_URL).replace(/\/+$/, '');
  const elsewhere = baseUrl !== BASE_URL;
  const key = options.key ?? (elsewhere ? NO_KEY : undefined);
  let loading: Promise<OpenAI> | undefined;
  return {
    line: new ProviderConnection('openai', baseUrl, { ...options, ...(key !== undefined && { key }) }),
    client: () => (loading ??= load(baseUrl, key ?? '')),
    dialect: {
      maxTokensField: (model) =>
        options.maxTokensField ??
        (elsewhere && !REASONING.test(model) ? 'max_tokens' : 'max_completion_tokens'),
      outputSchema: options.outputSchema ?? 'enforced',
    },
  };
}

async function load(baseURL: string, apiKey: string): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL,
    apiKey,
    // Not given, these would come from the environment and go to whatever is at the base URL.
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
    fetch: await openConnections(),
  });
}
