import type OpenAI from 'openai';
import type { ChatRequest, EmbeddingRequest, Provider } from '../../core/model-call.js';
import { Line, openConnections, type ProviderOptions } from './exchange.js';
import { chatAnswer, chatParams, embeddingAnswer, embeddingParams, type Dialect } from './openai-words.js';

const BASE_URL = 'https://api.openai.com/v1';

export interface OpenAiOptions extends ProviderOptions {
  /**
   * The field for `maxTokens`. OpenAI's reasoning models take `max_completion_tokens` only; other servers may know
   * just the older `max_tokens` (Ollama), and most know it.
   * @default `max_completion_tokens` at OpenAI's own address, `max_tokens` at any other
   */
  readonly maxTokensField?: Dialect['maxTokensField'];
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
  const { line, client, dialect } = openAiLine(options);
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

/** What calls and batches share; one client for all of a provider's calls. */
export function openAiLine(options: OpenAiOptions): {
  readonly line: Line;
  readonly client: () => Promise<OpenAI>;
  readonly dialect: Dialect;
} {
  const baseUrl = (options.baseUrl ?? BASE_URL).replace(/\/+$/, '');
  const elsewhere = baseUrl !== BASE_URL;
  // Servers of one's own often have no keys; the SDK wants one all the same.
  const key = options.key ?? (elsewhere ? 'none' : undefined);
  let loading: Promise<OpenAI> | undefined;
  return {
    line: new Line('openai', baseUrl, { ...options, ...(key !== undefined && { key }) }),
    client: () => (loading ??= load(baseUrl, key ?? '')),
    dialect: {
      maxTokensField: options.maxTokensField ?? (elsewhere ? 'max_tokens' : 'max_completion_tokens'),
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
