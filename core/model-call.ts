import * as z from 'zod';
import { modelToolCallSchema } from './model-tool-call.js';
import type { RehearsedCall } from './rehearsal.js';
import { jsonSchema, recordOf } from './own-record.js';

/** What serves a model. `openai` is any server that speaks that protocol (vLLM, Ollama, OpenRouter, …). */
export const PROVIDER_KINDS = ['openai', 'anthropic', 'rehearsal'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** What a stage asks a model to be; `temporal.config.ts` says which model serves a role. */
export const ROLES = [
  'generator',
  'refiner',
  'planner',
  'executor',
  'reviewer',
  'simulator',
  'judge',
  'embedder',
] as const;

/** A JSON schema as providers take it. */
const schemaObject = recordOf(jsonSchema);

export const messageSchema = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), text: z.string() }),
  z.strictObject({ role: z.literal('user'), text: z.string() }),
  z.strictObject({
    role: z.literal('assistant'),
    text: z.string(),
    toolCalls: z.array(modelToolCallSchema).optional(),
  }),
  /** The observation of the call `callId`. */
  z.strictObject({ role: z.literal('tool'), callId: z.string(), text: z.string() }),
]);
export type Message = z.infer<typeof messageSchema>;

export const toolDefinitionSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  parameters: schemaObject,
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>;

/** What a model is asked with besides the messages; what is left out is the provider's default. */
export const samplingSchema = z.strictObject({
  maxTokens: z.int().positive().optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().gt(0).max(1).optional(),
  seed: z.int().optional(),
  stop: z.array(z.string()).optional(),
  reasoningEffort: z.enum(['minimal', 'low', 'medium', 'high']).optional(),
});

/** Another server than the provider's own: two servers may serve different models under one name. */
const endpointSchema = z.string().min(1).optional();

/**
 * A request in no provider's words: what the ledger's key is made of (DESIGN.md, "The store"). It names neither run,
 * file, row nor prompt file; two requests that read the same are the same.
 */
export const chatRequestSchema = z.strictObject({
  kind: z.literal('chat'),
  provider: z.enum(PROVIDER_KINDS),
  endpoint: endpointSchema,
  model: z.string().min(1),
  sampling: samplingSchema,
  messages: z.array(messageSchema).min(1),
  tools: z.array(toolDefinitionSchema).optional(),
  /** By default the model decides; a name: that tool. */
  toolChoice: z.union([z.enum(['none', 'required']), z.strictObject({ tool: z.string() })]).optional(),
  /** The answer is JSON of this schema. */
  output: z.strictObject({ name: z.string(), schema: schemaObject }).optional(),
});
export type ChatRequest = z.infer<typeof chatRequestSchema>;

export const embeddingRequestSchema = z.strictObject({
  kind: z.literal('embedding'),
  /** `local`: a model on this machine, `model` the embedder's id; kept like any other answer, sent nowhere. */
  provider: z.enum([...PROVIDER_KINDS, 'local']),
  endpoint: endpointSchema,
  model: z.string().min(1),
  dimensions: z.int().positive().optional(),
  /** One text a request: a vector depends on its text alone. */
  text: z.string(),
});
export type EmbeddingRequest = z.infer<typeof embeddingRequestSchema>;

/**
 * A call of a real tool in a dialogue. What it brings depends on what was called before, so its place is part of it; the
 * sample's attempt is the session's number (MCP), or counts what `retry --failed` asked for (HTTP).
 */
export const observationRequestSchema = z.strictObject({
  kind: z.literal('observation'),
  provider: z.literal('tools'),
  /** The server: host of the API, or the MCP server's name. */
  model: z.string().min(1),
  /** Full name: `Tool.api`. */
  api: z.string().min(1),
  args: recordOf(jsonSchema),
  place: z.strictObject({
    item: z.string().min(1),
    /** Ordinal of the call in the dialogue, from 0. */
    call: z.int().nonnegative(),
    /** SHA-256 of the names and arguments of the calls before it; left out: it is the first. */
    after: z.string().optional(),
    /** Set if the response has stable names for the session's folder and id; earlier ones have paths of a machine. */
    names: z.literal('stable').optional(),
  }),
});
export type ObservationRequest = z.infer<typeof observationRequestSchema>;

export const modelRequestSchema = z.discriminatedUnion('kind', [chatRequestSchema, embeddingRequestSchema]);
export type ModelRequest = z.infer<typeof modelRequestSchema>;

/** Whatever the ledger answers: calls of models, and those of real tools. */
export const ledgerRequestSchema = z.discriminatedUnion('kind', [
  chatRequestSchema,
  embeddingRequestSchema,
  observationRequestSchema,
]);
export type LedgerRequest = z.infer<typeof ledgerRequestSchema>;

/** Tokens as the provider billed them; `cachedInput` is part of `input`, `reasoning` of `output`. */
export const usageSchema = z.strictObject({
  input: z.int().nonnegative(),
  cachedInput: z.int().nonnegative(),
  output: z.int().nonnegative(),
  reasoning: z.int().nonnegative(),
});
export type Usage = z.infer<typeof usageSchema>;

export const FINISHES = ['stop', 'length', 'tool calls', 'filtered', 'refused'] as const;

export const chatAnswerSchema = z.strictObject({
  kind: z.literal('chat'),
  text: z.string(),
  toolCalls: z.array(modelToolCallSchema),
  finish: z.enum(FINISHES),
  /** The model's own words when it refused. */
  refusal: z.string().optional(),
  /** The model name that came back. */
  model: z.string(),
  usage: usageSchema,
});
export type ChatAnswer = z.infer<typeof chatAnswerSchema>;

export const embeddingAnswerSchema = z.strictObject({
  kind: z.literal('embedding'),
  vector: z.array(z.number()),
  model: z.string(),
  usage: usageSchema,
});
export type EmbeddingAnswer = z.infer<typeof embeddingAnswerSchema>;

/** What a real tool answered. */
export const observationAnswerSchema = z.strictObject({
  kind: z.literal('observation'),
  response: jsonSchema,
  /** The response's kind (T-Eval, appendix C.6), where the server's word makes it certain. */
  observedKind: z.enum(['A', 'B', 'C', 'D', 'E']).optional(),
  by: z.enum(['openapi', 'mcp']),
  /** Of a call that was to be measured: how long it took, and what it came to, such as "200" or "time-out". */
  measured: z.strictObject({ latencyMs: z.int().nonnegative(), status: z.string() }).optional(),
  /** The server, as in the request. */
  model: z.string(),
  /** All zero: a tool bills no tokens. */
  usage: usageSchema,
});
export type ObservationAnswer = z.infer<typeof observationAnswerSchema>;

export type ModelAnswer = ChatAnswer | EmbeddingAnswer;

/** Whatever the ledger keeps as an answer. */
export const keptAnswerSchema = z.discriminatedUnion('kind', [
  chatAnswerSchema,
  embeddingAnswerSchema,
  observationAnswerSchema,
]);
export type KeptAnswer = z.infer<typeof keptAnswerSchema>;

/**
 * Which of the independent answers to one request this is. `epoch` is the stage's (`--fresh STAGE` raises it),
 * `attempt` counts from 0 within it; the configured number of attempts is no part of it.
 */
export const sampleSchema = z.strictObject({ epoch: z.int().nonnegative(), attempt: z.int().nonnegative() });
export type Sample = z.infer<typeof sampleSchema>;

/**
 * How a call ended that brought no answer. `rejected` and `filtered` decide the item's fate at once; the transport ones
 * do if the call fails on every sending while others are answered, the configuration ones pause the run (DESIGN.md,
 * "Failure").
 */
export const CALL_FAILURES = {
  'rate limited': 'transport',
  overloaded: 'transport',
  'server error': 'transport',
  'connection lost': 'transport',
  'timed out': 'transport',
  'answer cut off': 'transport',
  'no answer in the response': 'transport',
  'bad key': 'configuration',
  'no credit': 'configuration',
  'unknown model': 'configuration',
  'nothing listens': 'configuration',
  rejected: 'item',
  filtered: 'item',
} as const;
export type CallFailureKind = keyof typeof CALL_FAILURES;

/** Transport failures that a request may cause itself: others say something of the provider alone. */
export const OWN_FAULTS = [
  'server error',
  'connection lost',
  'timed out',
  'answer cut off',
  'no answer in the response',
] as const satisfies readonly CallFailureKind[];

/** What a provider said about its limits in the headers of one reply; times are milliseconds from its arrival. */
export interface RateLimits {
  readonly requests?: { readonly limit?: number; readonly remaining: number; readonly resetMs?: number };
  readonly tokens?: { readonly limit?: number; readonly remaining: number; readonly resetMs?: number };
}

/** Thrown by a provider for a call without an answer. Carries no key, no header and no request body. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';

  constructor(
    readonly kind: CallFailureKind,
    message: string,
    readonly told: {
      readonly status?: number;
      /** The provider's word: no retry before this many milliseconds have passed. */
      readonly retryAfterMs?: number;
      readonly limits?: RateLimits;
      /** Whether the provider may have billed the call: the request was sent and its answer lost. */
      readonly maybeBilled?: boolean;
    } = {},
  ) {
    super(message);
  }
}

/** Thrown for a call that failed on every sending while others were answered: that is its item's failure. */
export class LastingFailure extends CallFailure {
  constructor(failure: CallFailure, sends: number) {
    super(failure.kind, `${failure.message} (sent ${sends} times, while others were answered)`, failure.told);
  }
}

/** An answer and what its headers said. */
export interface Reply<A extends ModelAnswer = ModelAnswer> {
  readonly answer: A;
  readonly limits?: RateLimits;
}

/** How one call is made, beside what is asked. */
export interface CallOptions {
  readonly signal: AbortSignal;
  /** For rehearsals; a real provider has no use for it. */
  readonly rehearsed?: RehearsedCall;
}

/** One way to reach models: its SDK behind one shape. Retries nothing, keeps nothing. */
export interface Provider {
  readonly kind: ProviderKind;
  /** @throws CallFailure; the signal's reason when `signal` aborts first */
  chat(request: ChatRequest, options: CallOptions): Promise<Reply<ChatAnswer>>;
  /** @throws CallFailure; `rejected` where the provider has no embeddings */
  embed(request: EmbeddingRequest, options: CallOptions): Promise<Reply<EmbeddingAnswer>>;
}
