import * as z from 'zod';
import { vectorOf } from './answers.js';
import type { Asked, JsonObject } from './asked.js';
import { type Endpoint, parsed } from './endpoint.js';
import { invalid } from './refused.js';

const request = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.string()).min(1).max(2048)]),
  dimensions: z.int().positive().optional(),
  encoding_format: z.enum(['float', 'base64']).optional(),
  user: z.string().optional(),
});

/** `POST /v1/embeddings`; vectors have 64 components unless the request says how many. */
export const openAiEmbeddings: Endpoint = {
  api: 'openai',
  path: '/v1/embeddings',
  read(body): Asked {
    const asked = parsed('openai', request, body);
    const texts = [asked.input].flat();
    if (texts.includes('')) throw invalid("Invalid 'input': input cannot be an empty string.", null, 'input');
    return {
      api: 'openai',
      endpoint: 'embeddings',
      model: asked.model,
      body,
      lastText: texts.at(-1) ?? '',
      tools: [],
      embed: { texts, dimensions: asked.dimensions ?? 64 },
    };
  },
  write(asked, answer, tokens, _id, mark): JsonObject {
    const { texts, dimensions } = asked.embed ?? { texts: [], dimensions: 0 };
    return {
      object: 'list',
      data: texts.map((text, index) => {
        const vector = vectorOf(text, mark, dimensions);
        const base64 = Buffer.from(new Float32Array(vector).buffer).toString('base64');
        return {
          object: 'embedding',
          index,
          embedding: asked.body.encoding_format === 'base64' ? base64 : vector,
        };
      }),
      model: answer.model ?? asked.model,
      usage: { prompt_tokens: tokens.input, total_tokens: tokens.input },
    };
  },
};
