import * as z from 'zod';
import { jsonSchema, recordOf } from '../../core/own-record.js';
import { ownPart } from '../../core/own-part.js';
import { parseJson, validRecord } from '../parse-record.js';
import { isNumber, numberText } from '../../core/number-as-written.js';

/*
 * Lines of recorded conversations with a model: the messages of OpenAI's chat completions, also in the older form with
 * `function_call`, and those of Anthropic, whose content is a list of blocks. Only fields that are read are checked.
 */

const block = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  /** OpenAI's `refusal`. */
  refusal: z.string().nullish(),
  /** Anthropic's `tool_use`. */
  id: z.string().nullish(),
  name: z.string().nullish(),
  input: jsonSchema.optional(),
  /** Anthropic's `tool_result`. */
  tool_use_id: z.string().nullish(),
  content: jsonSchema.optional(),
  is_error: z.boolean().nullish(),
});
export type Block = z.infer<typeof block>;

const called = z.looseObject({ name: z.string().min(1), arguments: jsonSchema.optional() });

const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(z.union([z.string(), block]))]).nullish(),
  refusal: z.string().nullish(),
  tool_calls: z
    .array(z.looseObject({ id: z.string().nullish(), type: z.string().nullish(), function: called }))
    .nullish(),
  function_call: called.nullish(),
  tool_call_id: z.string().nullish(),
  name: z.string().nullish(),
});
export type Message = z.infer<typeof message>;

const line = z.looseObject({
  messages: z.array(message).min(1),
  /** Anthropic's system prompt is beside the messages. */
  system: z.union([z.string(), z.array(z.union([z.string(), block]))]).nullish(),
  tools: z.array(z.unknown()).nullish(),
  functions: z.array(z.unknown()).nullish(),
});

/** A recorded conversation. */
export interface TraceRecord {
  /** Its own id, if it has one. */
  readonly id: string | undefined;
  readonly messages: readonly Message[];
  readonly system: z.infer<typeof line>['system'];
  /** The functions that the model was offered, in the API's form; undefined if the line has none. */
  readonly tools: readonly unknown[] | undefined;
}

const object = recordOf(z.unknown());
const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  const read = object.safeParse(value);
  return read.success ? read.data : undefined;
};

/** Fields that may hold the id, those that identify conversations best first. */
const IDS = ['id', 'conversation_id', 'dialogue_id', 'session_id', 'trace_id', 'thread_id'] as const;

const idIn = (json: unknown): string | undefined => {
  const fields = objectOf(json);
  return IDS.map((key) => ownPart(fields, key))
    .map((id) => (isNumber(id) ? numberText(id) : id))
    .find((id): id is string => typeof id === 'string' && id !== '');
};

/** The answer in a logged response: OpenAI's first choice, or Anthropic's message. */
function answerIn(response: unknown): unknown {
  const fields = objectOf(response);
  const choices = ownPart(fields, 'choices');
  if (Array.isArray(choices)) return ownPart(objectOf((choices as unknown[])[0]), 'message');
  return ownPart(fields, 'role') === undefined ? undefined : response;
}

/** A line in its plain form, from messages alone, an object with messages, or a request with its response. */
function plainForm(json: unknown): unknown {
  if (Array.isArray(json)) return { messages: json };
  const fields = objectOf(json);
  const request = objectOf(ownPart(fields, 'request'));
  const messages = ownPart(request, 'messages');
  if (fields === undefined || !Array.isArray(messages)) return json;
  const answer = answerIn(ownPart(fields, 'response'));
  return {
    ...request,
    id: idIn(fields),
    messages: answer === undefined ? messages : [...(messages as unknown[]), answer],
  };
}

/** Whether JSON looks like such a line, valid or not. */
export function looksLikeMessages(json: unknown): boolean {
  const messages = ownPart(objectOf(plainForm(json)), 'messages');
  return Array.isArray(messages) && objectOf(messages[0])?.['role'] !== undefined;
}

/** Parses a line. @throws RecordFault */
export function parseTrace(text: string, split: string): TraceRecord {
  const json = plainForm(parseJson(text));
  const id = idIn(json);
  const recordId = id === undefined ? undefined : `${split}/${id}`;
  const read = validRecord(json, line, 'a conversation with messages', recordId);
  return {
    id,
    messages: read.messages,
    system: read.system,
    tools: read.tools ?? read.functions ?? undefined,
  };
}
