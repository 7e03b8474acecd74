import type { Arrived, JsonObject } from './asked.js';
import { Refused } from './refused.js';

/** Fields of requests that a server refuses, in the words of a real one (tests/llm/requests/refused-fields.json). */
export type RefusedForm =
  /** DeepSeek: no schemas, but any JSON object. */
  | 'json_schema'
  /** FastAPI: no such field. */
  | 'response_format'
  /** OpenAI's reasoning models; Mistral. */
  | 'max_tokens'
  | 'max_completion_tokens'
  | 'temperature'
  /** DashScope: answers are only streamed. */
  | 'no stream'
  | 'stream_options'
  /** LiteLLM: embeddings. */
  | 'encoding_format'
  | 'seed';

const openAi = (message: string, param: string | null = null): Refused =>
  new Refused(400, message, { type: 'invalid_request_error', param, code: 'invalid_request_error' });

/** FastAPI's error, which has no field `error`. */
const extra = (field: string): Refused =>
  new Refused(
    422,
    'Unprocessable Entity',
    { type: 'detail' },
    {},
    {
      detail: [{ type: 'extra_forbidden', loc: ['body', field], msg: 'Extra inputs are not permitted' }],
    },
  );

const has = (body: JsonObject, field: string): boolean => body[field] !== undefined && body[field] !== null;

const REFUSES: Readonly<Record<RefusedForm, (body: JsonObject) => Refused | undefined>> = {
  json_schema: ({ response_format: format }) =>
    (format as JsonObject | undefined)?.type === 'json_schema'
      ? openAi('This response_format type is unavailable now')
      : undefined,
  response_format: (body) => (has(body, 'response_format') ? extra('response_format') : undefined),
  max_tokens: (body) =>
    has(body, 'max_tokens')
      ? openAi(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          'max_tokens',
        )
      : undefined,
  max_completion_tokens: (body) =>
    has(body, 'max_completion_tokens') ? extra('max_completion_tokens') : undefined,
  temperature: (body) =>
    has(body, 'temperature') || has(body, 'top_p')
      ? openAi(
          "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
          'temperature',
        )
      : undefined,
  'no stream': (body) =>
    body.stream === true
      ? undefined
      : openAi(
          'This model only support stream mode, please enable the stream parameter to access the model. ',
        ),
  stream_options: (body) => (has(body, 'stream_options') ? extra('stream_options') : undefined),
  encoding_format: (body) =>
    has(body, 'encoding_format')
      ? openAi(
          "litellm.UnsupportedParamsError: vertex_ai does not support parameters: {'encoding_format': 'float'}, for model=embedder-1.",
        )
      : undefined,
  seed: (body) => (has(body, 'seed') ? extra('seed') : undefined),
};

/** The error of the first field that a server refuses; undefined if it refuses none. */
export const refusalOfForm = (asked: Arrived, refuses: readonly RefusedForm[]): Refused | undefined =>
  asked.api !== 'openai'
    ? undefined
    : refuses.map((form) => REFUSES[form](asked.body)).find((refused) => refused !== undefined);
