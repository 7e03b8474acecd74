import type OpenAI from 'openai';
import { OWN_BASE_URL } from '../../core/endpoint.js';
import type { ChatRequest, EmbeddingRequest, Provider } from '../../core/model-call.js';
import { NO_KEY } from './failures.js';
import { ProviderConnection, openConnections, type ProviderOptions } from './exchange.js';
import { chatAnswer, embeddingAnswer, type AnswerReading } from './openai-answer.js';
import { chatParams, embeddingParams, type Dialect, type MaxTokensField } from './openai-mapping.js';

export interface OpenAiOptions extends ProviderOptions {
  /**
   * The field for `maxTokens`. OpenAI's reasoning models accept only `max_completion_tokens`; other servers may know
   * only `max_tokens` (Ollama).
   * @default `max_completion_tokens` at OpenAI's own address and for its reasoning models anywhere, else `max_tokens`
   */
  readonly maxTokensField?: MaxTokensField;
  /**
   * How the server learns the answer schema: `enforced` by `response_format`, or `in prompt`, as a system message, for
   * servers that reject that format.
   * @default 'enforced'
   */
  readonly outputSchema?: Dialect['outputSchema'];
}

/**
 * Models behind OpenAI's protocol (chat completions and embeddings): OpenAI, or vLLM, Ollama, OpenRouter etc. at
 * `baseUrl`, which may need no key. Address and key are never read from the environment; the SDK is loaded on the
 * first call. `Sampling` is sent unchanged; models reject what they do not support (400).
 */
export function openAiProvider(options: OpenAiOptions = {}): Provider {
  const { line, client, dialect, reading } = openAiConnection(options);
  return {
    kind: 'openai',
    async chat(request: ChatRequest, { signal }) {
      const body = chatParams(request, dialect);
      return line.exchange(
        { model: request.model, body, signal },
        async (sending) => (await client()).chat.completions.create(body, sending).asResponse(),
        (answer) => chatAnswer(answer, request, reading(request)),
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

/** Models that reject `max_tokens`, also through proxies (`openai/gpt-5-mini` at OpenRouter). */
const REASONING = /^(openai\/)?(o\d|gpt-5)/;

/** Shared by calls and batches: one HTTP client per provider. */
export function openAiConnection(options: OpenAiOptions): {
  readonly line: ProviderConnection;
  readonly client: () => Promise<OpenAI>;
  readonly dialect: Dialect;
  readonly reading: (request: ChatRequest) => AnswerReading;
} {
  const baseUrl = (options.baseUrl ?? OWN_BASE_URL.openai).replace(/\/+$/, '');
  const elsewhere = baseUrl !== OWN_BASE_URL.openai;
  const key = options.key ?? (elsewhere ? NO_KEY : undefined);
  let loading: Promise<OpenAI> | undefined;
  const line = new ProviderConnection('openai', baseUrl, { ...options, ...(key !== undefined && { key }) });
  return {
    line,
    reading: (request) => ({
      finishReasons: options.finishReasons,
      failure: (status, body) => line.rowFailure(status, body, { model: request.model, body: request }),
    }),
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
    // If omitted, the SDK would read these from the environment and send them to the base URL.
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
    fetch: await openConnections(),
  });
}
