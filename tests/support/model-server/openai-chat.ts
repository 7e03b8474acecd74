import * as z from 'zod';
import type { Answer, Asked, JsonObject, Tokens } from './asked.js';
import { type Endpoint, parsed } from './endpoint.js';
import { invalid } from './refused.js';
import { beyondLimits } from './schema-limits.js';
import { notStrict } from './strict-schema.js';

const object = z.record(z.string(), z.json());
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const text = z.union([
  z.string(),
  z.array(z.strictObject({ type: z.literal('text'), text: z.string() })).min(1),
]);
const call = z.strictObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.strictObject({ name, arguments: z.string() }),
});
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'developer']), content: text, name: name.optional() }),
  z.strictObject({ role: z.literal('user'), content: text, name: name.optional() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: text.nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(call).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), content: text, tool_call_id: z.string() }),
]);
const request = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  seed: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  n: z.literal(1).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  enable_thinking: z.boolean().optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name,
          description: z.string().optional(),
          parameters: object.optional(),
          strict: z.boolean().nullish(),
        }),
      }),
    )
    .min(1)
    .max(128)
    .optional(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.strictObject({ type: z.literal('function'), function: z.strictObject({ name }) }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text') }),
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name,
          description: z.string().optional(),
          schema: object.optional(),
          strict: z.boolean().nullish(),
        }),
      }),
    ])
    .optional(),
  metadata: z.record(z.string(), z.string()).nullish(),
  store: z.boolean().nullish(),
  user: z.string().optional(),
});
type Request = z.infer<typeof request>;

/** `POST /v1/chat/completions` with the checks that OpenAI makes of messages, tools and schemas. */
export const openAiChat: Endpoint = {
  api: 'openai',
  path: '/v1/chat/completions',
  read(body): Asked {
    const asked = parsed('openai', request, body);
    checkTurns(asked.messages);
    checkModelRules(asked);
    const choice = asked.tool_choice;
    const format = asked.response_format;
    const tools =
      asked.tools?.map(({ function: tool }) => ({ name: tool.name, schema: tool.parameters ?? {} })) ?? [];
    if (choice !== undefined && tools.length === 0)
      throw invalid(
        "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
      );
    return {
      api: 'openai',
      endpoint: 'chat',
      model: asked.model,
      body,
      lastText: textOf(asked.messages.at(-1)?.content),
      tools,
      ...(choice === 'required' ? { mustCall: '*' } : {}),
      ...(typeof choice === 'object' ? { mustCall: choice.function.name } : {}),
      ...(format?.type === 'json_schema'
        ? { schema: format.json_schema.schema ?? {} }
        : schemaInPrompt(asked.messages)),
    };
  },
  write(asked, answer, tokens, id): JsonObject {
    const calls = answer.toolCalls?.map((made, index) => ({
      id: `call_${id}_${index}`,
      type: 'function',
      function: {
        name: made.name,
        arguments: typeof made.arguments === 'string' ? made.arguments : JSON.stringify(made.arguments),
      },
    }));
    return {
      id: `chatcmpl-${id}`,
      object: 'chat.completion',
      created: 1,
      model: answer.model ?? asked.model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: answer.text ?? null,
            refusal: answer.refusal ?? null,
            ...(calls === undefined ? {} : { tool_calls: calls }),
          },
          logprobs: null,
          finish_reason: finishOf(answer, asked.mustCall),
        },
      ],
      usage: usageOf(tokens),
    };
  },
};

export const usageOf = (tokens: Tokens): JsonObject => ({
  prompt_tokens: tokens.input,
  completion_tokens: tokens.output,
  total_tokens: tokens.input + tokens.output,
  prompt_tokens_details: { cached_tokens: tokens.cachedInput, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: tokens.reasoning, audio_tokens: 0 },
});

/** As OpenAI says it: a call that the request named ends with `stop`. */
function finishOf(answer: Answer, mustCall: string | undefined): string {
  if (answer.ended === 'length') return 'length';
  if (answer.ended === 'filtered') return 'content_filter';
  if (answer.broken) return 'error';
  return answer.toolCalls?.length && (mustCall === undefined || mustCall === '*') ? 'tool_calls' : 'stop';
}

/** Every call of an assistant's turn is answered right after it, and nothing else is. */
function checkTurns(messages: Request['messages']): void {
  let open = new Set<string>();
  for (const [index, turn] of messages.entries()) {
    if (turn.role === 'tool') {
      if (!open.delete(turn.tool_call_id))
        throw invalid(
          "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
          null,
          `messages.[${index}].role`,
        );
      continue;
    }
    if (open.size > 0) throw unanswered(open, index);
    if (turn.role !== 'assistant') continue;
    if (turn.content == null && turn.refusal == null && turn.tool_calls === undefined)
      throw invalid(
        `Invalid value for 'content': expected a string, got null.`,
        null,
        `messages.[${index}].content`,
      );
    open = new Set(turn.tool_calls?.map(({ id }) => id));
  }
  if (open.size > 0) throw unanswered(open, messages.length);
}

const unanswered = (open: ReadonlySet<string>, index: number) =>
  invalid(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
      `The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
    null,
    `messages.[${index}].role`,
  );

/** Reasoning models take `max_completion_tokens` only, and schemas called strict have to be. */
function checkModelRules(asked: Request): void {
  if (asked.max_tokens != null && /^(o\d|gpt-5)/.test(asked.model))
    throw invalid(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'unsupported_parameter',
      'max_tokens',
    );
  const format = asked.response_format;
  if (format?.type !== 'json_schema' || format.json_schema.strict !== true) return;
  const schema = format.json_schema.schema ?? {};
  const fault = notStrict(schema) ?? beyondLimits(schema, 'openai');
  if (fault !== undefined)
    throw invalid(
      `Invalid schema for response_format '${format.json_schema.name}': ${fault}`,
      null,
      'response_format',
    );
}

/** The schema that the first message has as JSON, for a server that takes none by itself. */
function schemaInPrompt([first]: Request['messages']): { readonly schema?: JsonObject } {
  const [, schema] = /JSON schema:\n(\{.*\})$/s.exec(textOf(first?.content)) ?? [];
  return schema === undefined ? {} : { schema: JSON.parse(schema) as JsonObject };
}

const textOf = (content: z.infer<typeof text> | null | undefined): string =>
  typeof content === 'string' ? content : (content?.map((part) => part.text).join('') ?? '');
