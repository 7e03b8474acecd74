import type OpenAI from 'openai';
import * as z from 'zod';
import type {
  ChatAnswer,
  ChatRequest,
  EmbeddingAnswer,
  EmbeddingRequest,
  Message,
  Usage,
} from '../../core/model-call.js';
import { strictForm } from '../structured-output/strict-form.js';
import { type ToolNames, toolNames } from './tool-names.js';
import { jsonSchema } from '../../core/own-record.js';
import { writeJson } from '../../core/json.js';
import { safeParseJson } from '../../core/number-fields.js';

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;

export type MaxTokensField = 'max_completion_tokens' | 'max_tokens';

/** Differences between servers that speak OpenAI's protocol. */
export interface Dialect {
  /** The token limit's field, per model. */
  readonly maxTokensField: (model: string) => MaxTokensField;
  /** Whether the server supports `response_format` with a schema; else the schema is put into the prompt. */
  readonly outputSchema: 'enforced' | 'in prompt';
}

/**
 * Maps a request to OpenAI's chat completions. A schema that strict mode cannot enforce is sent with `strict: false`.
 */
export function chatParams(request: ChatRequest, dialect: Dialect): Params {
  const { sampling, tools, toolChoice, output } = request;
  const names = toolNames(request);
  const enforced = dialect.outputSchema === 'enforced' ? output : undefined;
  const instructions = output && enforced === undefined ? [schemaInstruction(output)] : [];
  return {
    model: request.model,
    messages: [...instructions, ...request.messages].map((message) => messageParam(message, names)),
    ...(sampling.maxTokens !== undefined && { [dialect.maxTokensField(request.model)]: sampling.maxTokens }),
    ...(sampling.temperature !== undefined && { temperature: sampling.temperature }),
    ...(sampling.topP !== undefined && { top_p: sampling.topP }),
    ...(sampling.seed !== undefined && { seed: sampling.seed }),
    ...(sampling.stop?.length && { stop: sampling.stop }),
    ...(sampling.reasoningEffort !== undefined && { reasoning_effort: sampling.reasoningEffort }),
    ...(tools?.length && {
      tools: tools.map((tool) => ({
        type: 'function' as const,
        function: { ...tool, name: names.sent(tool.name) },
      })),
      ...(toolChoice !== undefined && { tool_choice: toolChoiceParam(toolChoice, names) }),
    }),
    ...(enforced && { response_format: outputParam(enforced) }),
  };
}

export const embeddingParams = (request: EmbeddingRequest): OpenAI.EmbeddingCreateParams => ({
  model: request.model,
  input: request.text,
  // The SDK defaults to base64, which some servers lack.
  encoding_format: 'float',
  ...(request.dimensions !== undefined && { dimensions: request.dimensions }),
});

function messageParam(message: Message, names: ToolNames): OpenAI.ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.text };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text };
    case 'assistant': {
      const calls = message.toolCalls ?? [];
      return {
        role: 'assistant',
        // Null text beside calls: some servers take empty text for an answer.
        content: message.text === '' && calls.length > 0 ? null : message.text,
        ...(calls.length > 0 && {
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: 'function' as const,
            function: { name: names.sent(call.name), arguments: call.arguments },
          })),
        }),
      };
    }
  }
}

const toolChoiceParam = (
  choice: NonNullable<ChatRequest['toolChoice']>,
  names: ToolNames,
): OpenAI.ChatCompletionToolChoiceOption =>
  typeof choice === 'string' ? choice : { type: 'function', function: { name: names.sent(choice.tool) } };

const schemaInstruction = (output: NonNullable<ChatRequest['output']>): Message => ({
  role: 'system',
  text: `Your answer is nothing but JSON of this JSON schema:\n${writeJson(output.schema)}`,
});

function outputParam(output: NonNullable<ChatRequest['output']>): OpenAI.ResponseFormatJSONSchema {
  const strict = strictForm(output.schema, 'openai').schema;
  return {
    type: 'json_schema',
    json_schema: { name: output.name, schema: strict ?? output.schema, strict: strict !== undefined },
  };
}

const usage = z.looseObject({
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative().nullish(),
  prompt_tokens_details: z.looseObject({ cached_tokens: z.int().nonnegative().nullish() }).nullish(),
  completion_tokens_details: z.looseObject({ reasoning_tokens: z.int().nonnegative().nullish() }).nullish(),
});
const completion = z.looseObject({
  model: z.string().nullish(),
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(
              z.looseObject({
                id: z.string().nullish(),
                // Some servers send the arguments as an object.
                function: z.looseObject({ name: z.string(), arguments: jsonSchema }),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: usage.nullish(),
});
const embeddings = z.looseObject({
  model: z.string().nullish(),
  data: z.array(z.looseObject({ embedding: z.array(z.number()).min(1) })).length(1),
  usage: usage.nullish(),
});

/** Parses a chat completion; undefined if the body is none. Tokens are 0 if the server does not count them. */
export function chatAnswer(body: unknown, request: ChatRequest): ChatAnswer | undefined {
  const read = safeParseJson(completion, body);
  const choice = read.data?.choices[0];
  if (read.data === undefined || choice === undefined) return undefined;
  const { message } = choice;
  const names = toolNames(request);
  const toolCalls = (message.tool_calls ?? []).map((call, index) => ({
    id: call.id ?? `call_${index}`,
    name: names.meant(call.function.name),
    arguments:
      typeof call.function.arguments === 'string'
        ? call.function.arguments
        : writeJson(call.function.arguments),
  }));
  return {
    kind: 'chat',
    text: message.content ?? '',
    toolCalls,
    finish: finishOf(choice.finish_reason, toolCalls.length > 0, message.refusal),
    ...(message.refusal ? { refusal: message.refusal } : {}),
    model: read.data.model ?? request.model,
    usage: usageOf(read.data.usage),
  };
}

export function embeddingAnswer(body: unknown, request: EmbeddingRequest): EmbeddingAnswer | undefined {
  const read = safeParseJson(embeddings, body);
  const vector = read.data?.data[0]?.embedding;
  if (read.data === undefined || vector === undefined) return undefined;
  return {
    kind: 'embedding',
    vector,
    model: read.data.model ?? request.model,
    usage: usageOf(read.data.usage),
  };
}

function finishOf(
  reason: string | null | undefined,
  calls: boolean,
  refusal: string | null | undefined,
): ChatAnswer['finish'] {
  if (refusal) return 'refused';
  if (reason === 'length') return 'length';
  if (reason === 'content_filter') return 'filtered';
  // A forced tool call ends with the reason `stop`.
  return calls ? 'tool calls' : 'stop';
}

const usageOf = (said: z.infer<typeof usage> | null | undefined): Usage => ({
  input: said?.prompt_tokens ?? 0,
  cachedInput: said?.prompt_tokens_details?.cached_tokens ?? 0,
  output: said?.completion_tokens ?? 0,
  reasoning: said?.completion_tokens_details?.reasoning_tokens ?? 0,
});
