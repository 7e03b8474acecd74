import type { EmbeddingRequest } from '../../core/model-call.js';
import type { Embedder } from '../../core/embedder.js';
import { readable } from './embedding-words.js';

type OpenAiEmbedder = Extract<Embedder, { kind: 'openai' }>;

/** Names what a vector depends on besides its text; without a number the dimensions are the model's own. */
export const openAiId = ({ model, dimensions }: OpenAiEmbedder): string =>
  ['openai', model, ...(dimensions === undefined ? [] : [dimensions])].join('/');

/**
 * One text a request: what a server makes of several at once is its own affair. An empty one is refused by most.
 * @param prepare what is sent of a text
 */
export const openAiRequest = (
  { model, dimensions }: OpenAiEmbedder,
  text: string,
  prepare: (text: string) => string = readable,
): EmbeddingRequest => ({
  kind: 'embedding',
  provider: 'openai',
  model,
  ...(dimensions !== undefined && { dimensions }),
  text: prepare(text) || text || '-',
});
