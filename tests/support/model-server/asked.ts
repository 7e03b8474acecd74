import type { JsonValue } from '../../../core/canonical.js';

export type Api = 'openai' | 'anthropic';
export type JsonObject = Readonly<Record<string, JsonValue>>;

/** What a request asks, in no provider's words: what a test's own answers and rules look at. */
export interface Asked {
  readonly api: Api;
  readonly endpoint: 'chat' | 'embeddings' | 'responses' | 'messages';
  readonly model: string;
  /** The body as it arrived. */
  readonly body: JsonObject;
  /** The text of the last message, or the text to embed. */
  readonly lastText: string;
  readonly tools: readonly { readonly name: string; readonly schema: JsonObject }[];
  /** A tool that has to be called; `*`: any one. */
  readonly mustCall?: string;
  /** The answer has to be JSON of this schema. */
  readonly schema?: JsonObject;
  /** The request as it arrived, if its answer is to come as a stream. */
  readonly streamed?: JsonObject;
  /** Texts to embed, or the dimensions asked for. */
  readonly embed?: { readonly texts: readonly string[]; readonly dimensions: number };
}

/** A request as it is counted: its content and how often the same content arrived before. */
export interface Arrived extends Asked {
  /** Digest of path and body: equal requests have the same, whatever the order of their fields. */
  readonly content: string;
  readonly before: number;
}

/** What a model says. What is left out: no text, no calls, stopped of itself. */
export interface Answer {
  readonly text?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: string | JsonObject }[];
  readonly refusal?: string;
  /** The answer was ended by the limit of tokens, or by the provider's filter. */
  readonly ended?: 'length' | 'filtered';
  /** The model broke down in the middle of the answer. */
  readonly broken?: true;
  /** The model name that comes back; by default the one asked for. */
  readonly model?: string;
  readonly cachedInput?: number;
  readonly reasoning?: number;
  /** The body as a server with habits of its own writes it, made from the usual one. */
  readonly written?: (body: JsonObject) => JsonObject;
}

/** Tokens of one answer: `cachedInput` is part of `input`, `reasoning` of `output`. */
export interface Tokens {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  readonly reasoning: number;
}

/** A stable estimate: four characters a token. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
