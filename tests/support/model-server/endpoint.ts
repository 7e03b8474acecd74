import type { IncomingHttpHeaders } from 'node:http';
import type { ZodType } from 'zod';
import type { JsonValue } from '../../../core/canonical.js';
import type { Answer, Api, Arrived, Asked, JsonObject, Tokens } from './asked.js';
import { Refused, invalid, refusalOf } from './refused.js';

/** One path of a provider's protocol that a model answers. */
export interface Endpoint {
  readonly api: Api;
  readonly path: string;
  /** The checks of the provider. @throws Refused */
  read(body: JsonObject, headers: IncomingHttpHeaders): Asked;
  /** The body of the answer; `id` is new for every answer. */
  write(asked: Arrived, answer: Answer, tokens: Tokens, id: string, mark: string): JsonObject;
  /** What a request is counted by. @default its body */
  question?(body: JsonObject): JsonValue;
  /** @default that of the protocol. @throws Refused 401 */
  checkKey?(headers: IncomingHttpHeaders, key: string): void;
  /** An error in the server's form. @default that of the protocol */
  error?(refused: Refused, id: string): { readonly status?: number; readonly body: object };
  /** The answer as it is sent. @default the body as JSON */
  wire?(asked: Arrived, body: JsonObject): { readonly type: string; readonly text: string };
}

/** @throws Refused with the first fault, in the provider's form */
export function parsed<T>(api: Api, schema: ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body, { reportInput: true });
  if (!result.success) throw refusalOf(api, result.error);
  return result.data;
}

/** @throws Refused 401 for a missing or wrong key */
export function checkKey(api: Api, headers: IncomingHttpHeaders, key: string): void {
  const bearer = headers.authorization?.replace(/^Bearer /, '');
  const given = api === 'anthropic' ? (headers['x-api-key'] ?? bearer) : bearer;
  if (given === key) return;
  throw badKey(api, typeof given === 'string' ? given : undefined);
}

/** Says a part of the key that was given, as OpenAI does. */
export function badKey(api: Api, given?: string): Refused {
  if (api === 'anthropic') return new Refused(401, 'invalid x-api-key', { type: 'authentication_error' });
  return given === undefined
    ? new Refused(401, "You didn't provide an API key.", { type: 'invalid_request_error' })
    : new Refused(401, `Incorrect API key provided: ${given.slice(0, 8)}***${given.slice(-4)}.`, {
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      });
}

/** @throws Refused 404 for a model that is not there */
export function checkModel(api: Api, model: string, models: readonly string[] | undefined): void {
  if (models !== undefined && !models.includes(model)) throw unknownModel(api, model);
}

export const unknownModel = (api: Api, model: string): Refused =>
  api === 'openai'
    ? new Refused(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
        type: 'invalid_request_error',
        code: 'model_not_found',
      })
    : new Refused(404, `model: ${model}`, { type: 'not_found_error' });

/** @throws Refused where Anthropic's version header is missing or unknown */
export function anthropicVersion(headers: IncomingHttpHeaders): string {
  const version = headers['anthropic-version'];
  if (version === undefined) throw invalid('anthropic-version: header is required');
  if (version !== '2023-06-01' && version !== '2026-10-21')
    throw invalid(`anthropic-version: ${JSON.stringify(version)} is not a valid version`);
  return version;
}
