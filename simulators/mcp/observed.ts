import * as z from 'zod';
import type { JsonValue } from '../../core/canonical.js';
import type { Observation } from '../../core/observation.js';
import { jsonSchema, recordOf } from '../../core/own-record.js';
import { textsChanged, type StableNames } from '../../core/stable-names.js';
import { parseJson, writeJson } from '../../core/json.js';

/** A result of `tools/call`. Parsed leniently, since the call has been executed. */
export const callResult = z.looseObject({
  content: z
    .array(z.looseObject({ type: z.string(), text: z.string().optional() }))
    .optional()
    .catch(undefined),
  structuredContent: recordOf(jsonSchema).optional().catch(undefined),
  isError: z.boolean().optional().catch(undefined),
});
type CallResult = z.infer<typeof callResult>;

/** JSON-RPC codes and the kind of response (T-Eval, appendix C.6) they stand for. */
const KINDS: Readonly<Record<number, NonNullable<Observation['kind']>>> = { [-32602]: 'C', [-32603]: 'B' };

/** A JSON-RPC error as an observation. */
export const observedError = (code: number, message: string): Observation => ({
  response: { error: message },
  by: 'mcp',
  ...(KINDS[code] && { kind: KINDS[code] }),
});

/**
 * A result as an observation: its structured content, otherwise its texts. Errors reported by the tool are
 * observations. It is truncated after paths of this machine were replaced by stable names, because they differ in
 * length.
 */
export function mcpObservation(
  result: CallResult,
  { outward }: Pick<StableNames, 'outward'>,
  redact: (text: string) => string,
  maxBytes: number,
): Observation {
  const said = textsChanged(result.structuredContent ?? contentOf(result), outward);
  const response = result.isError === true ? { error: said } : said;
  return { response: limited(response, redact, maxBytes), by: 'mcp' };
}

function contentOf({ content = [] }: CallResult): JsonValue {
  const parts = content.map((part): JsonValue => {
    if (part.type === 'text' && part.text !== undefined) return dataOf(part.text);
    const { type, mimeType } = part;
    return { type, ...(typeof mimeType === 'string' && { mimeType }) };
  });
  return parts.length === 1 ? (parts[0] ?? null) : parts;
}

/** Tools without an output schema return JSON as text. */
function dataOf(text: string): JsonValue {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    const read = jsonSchema.safeParse(parseJson(text));
    return read.success ? read.data : text;
  } catch {
    return text;
  }
}

/** Redacted, and truncated with a mark if too long. */
function limited(response: JsonValue, redact: (text: string) => string, maxBytes: number): JsonValue {
  const text = redact(writeJson(response));
  if (Buffer.byteLength(text) <= maxBytes) return parseJson(text) as JsonValue;
  const cut = Buffer.from(text)
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${cut} [cut: the answer is longer than ${maxBytes} bytes]`;
}
