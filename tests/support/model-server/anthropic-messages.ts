import * as z from 'zod';
import type { Answer, Asked, JsonObject } from './asked.js';
import { anthropicVersion, type Endpoint, parsed } from './endpoint.js';
import { invalid } from './refused.js';
import { beyondLimits } from './schema-limits.js';
import { notStrict } from './strict-schema.js';

const object = z.record(z.string(), z.json());
const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
const block = z.discriminatedUnion('type', [
  text,
  z.strictObject({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: object }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.union([z.string(), z.array(text)]).optional(),
    is_error: z.boolean().optional(),
  }),
]);
const message = z.strictObject({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.union([z.string().min(1), z.array(block)]),
});
const common = {
  model: z.string().min(1),
  max_tokens: z.int().positive(),
  messages: z.array(message).min(1),
  system: z.union([z.string(), z.array(text)]).optional(),
  stop_sequences: z
    .array(z.string().regex(/\S/, 'each stop sequence must contain non-whitespace'))
    .optional(),
  stream: z.literal(false).optional(),
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('adaptive') }),
      z.strictObject({ type: z.literal('disabled') }),
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024) }),
    ])
    .optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: z.strictObject({ type: z.literal('json_schema'), schema: object }).nullish(),
    })
    .optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('custom').optional(),
        name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
        description: z.string().optional(),
        input_schema: z.looseObject({ type: z.literal('object') }),
        strict: z.boolean().optional(),
      }),
    )
    .optional(),
  tool_choice: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('auto'), disable_parallel_tool_use: z.boolean().optional() }),
      z.strictObject({ type: z.literal('any'), disable_parallel_tool_use: z.boolean().optional() }),
      z.strictObject({
        type: z.literal('tool'),
        name: z.string(),
        disable_parallel_tool_use: z.boolean().optional(),
      }),
      z.strictObject({ type: z.literal('none') }),
    ])
    .optional(),
};
const newest = z.strictObject(common);
/** The version before still takes what it calls sampling. */
const older = z.strictObject({
  ...common,
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
});
type Request = z.infer<typeof older>;

/** `POST /v1/messages` with the checks that Anthropic makes of turns, thinking and schemas. */
export const anthropicMessages: Endpoint = {
  api: 'anthropic',
  path: '/v1/messages',
  read(body, headers): Asked {
    const version = anthropicVersion(headers);
    const asked: Request = parsed('anthropic', version === '2023-06-01' ? older : newest, body);
    checkTurns(asked.messages);
    checkThinking(asked);
    const schema = asked.output_config?.format?.schema;
    const fault =
      schema == null ? undefined : (notStrict(schema, false) ?? beyondLimits(schema, 'anthropic'));
    if (fault !== undefined) throw invalid(`output_config.format.schema: ${fault}`);
    const choice = asked.tool_choice;
    return {
      api: 'anthropic',
      endpoint: 'messages',
      model: asked.model,
      body,
      lastText: lastTextOf(asked.messages),
      tools: asked.tools?.map((tool) => ({ name: tool.name, schema: tool.input_schema as JsonObject })) ?? [],
      ...(choice?.type === 'any' ? { mustCall: '*' } : {}),
      ...(choice?.type === 'tool' ? { mustCall: choice.name } : {}),
      ...(schema == null ? {} : { schema }),
    };
  },
  write(asked, answer, tokens, id): JsonObject {
    const cached = tokens.cachedInput;
    return {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model: answer.model ?? asked.model,
      content: [
        ...(tokens.reasoning > 0 ? [{ type: 'thinking', thinking: '', signature: 'c2ln' }] : []),
        ...(answer.text === undefined || answer.text === ''
          ? []
          : [{ type: 'text', text: answer.text, citations: null }]),
        ...(answer.toolCalls ?? []).map((call, index) => ({
          type: 'tool_use',
          id: `toolu_${id}_${index}`,
          name: call.name,
          input:
            typeof call.arguments === 'string' ? (JSON.parse(call.arguments) as JsonObject) : call.arguments,
        })),
      ],
      stop_reason: stopReason(answer),
      stop_sequence: null,
      stop_details:
        answer.refusal === undefined
          ? null
          : { type: 'refusal', category: null, explanation: answer.refusal },
      usage: {
        // Cached input is not part of `input_tokens` here.
        input_tokens: tokens.input - cached,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: cached,
        output_tokens: tokens.output,
        output_tokens_details: { thinking_tokens: tokens.reasoning },
        service_tier: 'standard',
      },
    };
  },
};

function stopReason(answer: Answer): string {
  if (answer.refusal !== undefined || answer.ended === 'filtered') return 'refusal';
  if (answer.ended === 'length') return 'max_tokens';
  return answer.toolCalls?.length ? 'tool_use' : 'end_turn';
}

/** Every `tool_use` has its `tool_result` in the next message and the other way round. */
function checkTurns(messages: Request['messages']): void {
  let open = new Set<string>();
  messages.forEach(({ role, content }, index) => {
    const blocks = typeof content === 'string' ? [] : content;
    for (const part of blocks) {
      if (part.type !== 'tool_result') continue;
      if (!open.delete(part.tool_use_id))
        throw invalid(
          `messages.${index}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${part.tool_use_id}. ` +
            'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
        );
    }
    if (open.size > 0) throw unanswered(open, index);
    open = new Set(blocks.flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])));
    if (role === 'user' && open.size > 0)
      throw invalid(`messages.${index}: \`tool_use\` blocks are the assistant's`);
  });
  if (open.size > 0) throw unanswered(open, messages.length);
}

const unanswered = (open: ReadonlySet<string>, index: number) =>
  invalid(
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
      `${[...open].join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );

function checkThinking(asked: Request): void {
  const thinks = asked.thinking !== undefined && asked.thinking.type !== 'disabled';
  if (asked.thinking?.type === 'enabled' && asked.thinking.budget_tokens >= asked.max_tokens)
    throw invalid('`max_tokens` must be greater than `thinking.budget_tokens`.');
  if (thinks && (asked.tool_choice?.type === 'any' || asked.tool_choice?.type === 'tool'))
    throw invalid('Thinking may not be enabled when tool_choice forces tool use.');
  if (thinks && asked.temperature !== undefined && asked.temperature !== 1)
    throw invalid('`temperature` may only be set to 1 when thinking is enabled.');
  if (asked.tool_choice !== undefined && !asked.tools?.length)
    throw invalid('tool_choice: may only be specified while providing tools');
}

function lastTextOf(messages: Request['messages']): string {
  const content = messages.at(-1)?.content ?? '';
  if (typeof content === 'string') return content;
  const last = content.at(-1);
  if (last?.type === 'text') return last.text;
  if (last?.type !== 'tool_result') return '';
  return typeof last.content === 'string'
    ? last.content
    : (last.content?.map((part) => part.text).join('') ?? '');
}
