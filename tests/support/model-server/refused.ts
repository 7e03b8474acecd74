import type { ZodError } from 'zod';
import type { Api } from './asked.js';

/** An answer that is an error, with the fields that the providers' error bodies have. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly fields: {
      readonly type: string;
      readonly code?: string | null;
      readonly param?: string | null;
    },
    readonly headers: Readonly<Record<string, string>> = {},
    /** The body of servers that have another form. */
    readonly body?: object,
  ) {
    super(message);
  }
}

/** The error's body in the provider's form. */
export function errorBody(api: Api, refused: Refused, requestId: string): object {
  if (refused.body !== undefined) return refused.body;
  const { type, code = null, param = null } = refused.fields;
  return api === 'openai'
    ? { error: { message: refused.message, type, param, code } }
    : { type: 'error', error: { type, message: refused.message }, request_id: requestId };
}

export const invalid = (message: string, code: string | null = null, param: string | null = null): Refused =>
  new Refused(400, message, { type: 'invalid_request_error', code, param });

/** The first thing that is wrong with a body, in the provider's words. */
export function refusalOf(api: Api, error: ZodError): Refused {
  const issue = error.issues[0];
  if (issue === undefined) return invalid('Invalid request');
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const missing = issue.code === 'invalid_type' && /received undefined/.test(issue.message);
  const path = [...issue.path, ...(unknown === undefined ? [] : [unknown])].map(String);
  if (api === 'anthropic') {
    const said =
      unknown !== undefined ? 'Extra inputs are not permitted' : missing ? 'Field required' : issue.message;
    return invalid(`${path.join('.')}: ${said}`);
  }
  const param = path.reduce(
    (all, key) => (/^\d+$/.test(key) ? `${all}[${key}]` : all ? `${all}.${key}` : key),
    '',
  );
  if (unknown !== undefined) return invalid(`Unknown parameter: '${param}'.`, 'unknown_parameter', param);
  if (missing) return invalid(`Missing required parameter: '${param}'.`, 'missing_required_parameter', param);
  return invalid(`Invalid value for '${param}': ${issue.message}.`, 'invalid_value', param);
}

/** A fault of the server itself is a 500 that says so. */
export const asRefused = (error: unknown): Refused =>
  error instanceof Refused
    ? error
    : new Refused(500, `model server: ${error instanceof Error ? error.stack : String(error)}`, {
        type: 'api_error',
      });
