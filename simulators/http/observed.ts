import type { JsonValue } from '../../core/canonical.js';
import type { Observation } from '../../core/observation.js';
import type { HttpReply } from './exchange.js';
import { isJson } from '../../core/media-type.js';
import { jsonSchema } from '../../core/own-record.js';
import { parseJson } from '../../core/json.js';

const TEXT = /^(text\/|application\/([\w.+-]+\+)?(xml|yaml|javascript|x-www-form-urlencoded)\b)/;

/**
 * Converts a response to an observation. Its kind (T-Eval, appendix C.6) is set only if the status is unambiguous: 5xx
 * is a server error, 400 and 422 an input error.
 */
export function httpObservation(
  reply: HttpReply,
  redact: (text: string) => string,
  maxBytes: number,
): Observation & { readonly by: 'openapi' } {
  const { status } = reply;
  const said = contentOf(reply, redact, maxBytes);
  if (status >= 200 && status < 300)
    return { response: said === undefined || said === '' ? { status } : said, by: 'openapi' };
  const error = said === undefined || said === '' ? `HTTP ${status}` : said;
  const response = { status, error: status < 400 ? 'a redirect, which is not followed' : error };
  const kind = status >= 500 ? 'B' : status === 400 || status === 422 ? 'C' : undefined;
  return { response, by: 'openapi', ...(kind && { kind }) };
}

/** @returns undefined without a body */
function contentOf(
  { body, contentType, cut }: HttpReply,
  redact: (text: string) => string,
  maxBytes: number,
): JsonValue | undefined {
  if (body.length === 0) return undefined;
  if (contentType !== '' && !isJson(contentType) && !TEXT.test(contentType))
    return { contentType, bytes: cut ? `more than ${maxBytes}` : body.length };
  const text = redact(body.toString('utf8'));
  if (cut || body.length > maxBytes) {
    const kept = Buffer.from(text).subarray(0, maxBytes).toString('utf8');
    return `${withoutHalf(kept)} [cut: the answer is longer than ${maxBytes} bytes]`;
  }
  return (contentType === '' || isJson(contentType) ? jsonOf(text) : undefined) ?? text;
}

/** Drops a character split by the size limit. */
const withoutHalf = (text: string): string => text.replace(/\uFFFD+$/, '');

/** Parses JSON that can be serialized again: `1e999` cannot. */
function jsonOf(text: string): JsonValue | undefined {
  try {
    const read = jsonSchema.safeParse(parseJson(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
