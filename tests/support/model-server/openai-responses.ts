import * as z from 'zod';
import type { Asked, JsonObject } from './asked.js';
import { type Endpoint, parsed } from './endpoint.js';
import { invalid } from './refused.js';
import { beyondLimits } from './schema-limits.js';
import { notStrict } from './strict-schema.js';

const object = z.record(z.string(), z.json());
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const part = z.strictObject({ type: z.enum(['input_text', 'output_text']), text: z.string() });
const item = z.union([
  z.strictObject({
    type: z.literal('message').optional(),
    role: z.enum(['system', 'developer', 'user', 'assistant']),
    content: z.union([z.string(), z.array(part).min(1)]),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    id: z.string().optional(),
    call_id: z.string(),
    name,
    arguments: z.string(),
    status: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
]);
const request = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(item).min(1)]),
  instructions: z.string().nullish(),
  max_output_tokens: z.int().min(16).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  reasoning: z
    .strictObject({ effort: z.enum(['none', 'minimal', 'low', 'medium', 'high']).nullish() })
    .nullish(),
  store: z.boolean().nullish(),
  stream: z.literal(false).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        name,
        description: z.string().nullish(),
        parameters: object.nullable(),
        strict: z.boolean().nullable(),
      }),
    )
    .optional(),
  tool_choice: z
    .union([z.enum(['none', 'auto', 'required']), z.strictObject({ type: z.literal('function'), name })])
    .optional(),
  text: z
    .strictObject({
      format: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('text') }),
        z.strictObject({
          type: z.literal('json_schema'),
          name,
          schema: object,
          strict: z.boolean().nullish(),
        }),
      ]),
    })
    .optional(),
});

/** `POST /v1/responses`, without what a server would keep between them (`previous_response_id`). */
export const openAiResponses: Endpoint = {
  api: 'openai',
  path: '/v1/responses',
  read(body): Asked {
    const asked = parsed('openai', request, body);
    const items = typeof asked.input === 'string' ? [] : asked.input;
    const called = new Set<string>();
    for (const one of items) {
      if (one.type === 'function_call') called.add(one.call_id);
      if (one.type === 'function_call_output' && !called.has(one.call_id))
        throw invalid(
          `No tool call found for function call output with call_id ${one.call_id}.`,
          null,
          'input',
        );
      if (one.type === 'function_call_output') called.delete(one.call_id);
    }
    const [open] = called;
    if (open !== undefined) throw invalid(`No tool output found for function call ${open}.`, null, 'input');
    const format = asked.text?.format;
    const fault =
      format?.type === 'json_schema' && format.strict === true
        ? (notStrict(format.schema) ?? beyondLimits(format.schema, 'openai'))
        : undefined;
    if (fault !== undefined)
      throw invalid(`Invalid schema for response_format: ${fault}`, null, 'text.format.schema');
    const choice = asked.tool_choice;
    return {
      api: 'openai',
      endpoint: 'responses',
      model: asked.model,
      body,
      lastText: typeof asked.input === 'string' ? asked.input : textOf(items.at(-1)),
      tools: asked.tools?.map((tool) => ({ name: tool.name, schema: tool.parameters ?? {} })) ?? [],
      ...(choice === 'required' ? { mustCall: '*' } : {}),
      ...(typeof choice === 'object' ? { mustCall: choice.name } : {}),
      ...(format?.type === 'json_schema' ? { schema: format.schema } : {}),
    };
  },
  write(asked, answer, tokens, id): JsonObject {
    const said =
      answer.refusal === undefined
        ? { type: 'output_text', text: answer.text ?? '', annotations: [] }
        : { type: 'refusal', refusal: answer.refusal };
    const spoke = answer.text !== undefined || answer.refusal !== undefined;
    const ended = answer.ended === 'length' ? 'max_output_tokens' : 'content_filter';
    return {
      id: `resp_${id}`,
      object: 'response',
      created_at: 1,
      status: answer.ended === undefined ? 'completed' : 'incomplete',
      incomplete_details: answer.ended === undefined ? null : { reason: ended },
      error: null,
      model: answer.model ?? asked.model,
      output: [
        ...(spoke
          ? [{ type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content: [said] }]
          : []),
        ...(answer.toolCalls ?? []).map((call, index) => ({
          type: 'function_call',
          id: `fc_${id}_${index}`,
          call_id: `call_${id}_${index}`,
          name: call.name,
          arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
          status: 'completed',
        })),
      ],
      usage: {
        input_tokens: tokens.input,
        input_tokens_details: { cached_tokens: tokens.cachedInput },
        output_tokens: tokens.output,
        output_tokens_details: { reasoning_tokens: tokens.reasoning },
        total_tokens: tokens.input + tokens.output,
      },
    };
  },
};

function textOf(last: z.infer<typeof item> | undefined): string {
  if (last === undefined || last.type === 'function_call') return '';
  if (last.type === 'function_call_output') return last.output;
  return typeof last.content === 'string' ? last.content : last.content.map(({ text }) => text).join('');
}
