import { canonicalJson } from '../../core/canonical.js';
import { sha256Hex } from '../../core/digest.js';
import { ledgerRequestSchema, type LedgerRequest } from '../../core/model-call.js';
import { packText } from '../compress.js';

/** Parts shorter than this many characters stay in their request: a row of their own would take as much. */
const SHARED_FROM = 512;
/** Packed parts kept at hand. */
const PACKED_KEPT = 256;

/** A part that many requests have, as canonical JSON. */
export interface RequestPart {
  readonly sha256: string;
  readonly text: string;
}

/**
 * Takes out of a request what others are likely to have too: the list of tools, the schema of the answer, system
 * messages, and in a conversation all messages but the last (the next turn sends them again). In their places stand
 * their digests, which are texts where a request has objects or lists.
 *
 * @returns what is left, as canonical JSON, and the parts
 */
export function splitRequest(request: LedgerRequest): { shell: string; parts: RequestPart[] } {
  if (request.kind !== 'chat') return { shell: canonicalJson(request), parts: [] };
  const parts = new Map<string, RequestPart>();
  const apart = <T>(value: T): T | string => {
    const text = canonicalJson(value);
    if (text.length < SHARED_FROM) return value;
    const sha256 = sha256Hex(text);
    parts.set(sha256, { sha256, text });
    return sha256;
  };
  const last = request.messages.length - 1;
  const { tools, output } = request;
  const shell = canonicalJson({
    ...request,
    messages: request.messages.map((message, i) =>
      i < last || message.role === 'system' ? apart(message) : message,
    ),
    ...(tools && { tools: apart(tools) }),
    ...(output && { output: { ...output, schema: apart(output.schema) } }),
  });
  return { shell, parts: [...parts.values()] };
}

/** The request back from its shell and the texts of its parts, by digest. @throws when a part is missing */
export function joinRequest(shell: string, parts: ReadonlyMap<string, string>): LedgerRequest {
  const whole = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const text = parts.get(value);
    if (text === undefined) throw new Error(`a request lacks its part ${value}`);
    return JSON.parse(text);
  };
  const request = JSON.parse(shell) as Record<string, unknown>;
  if (request['kind'] === 'chat') {
    request['messages'] = (request['messages'] as unknown[]).map(whole);
    if ('tools' in request) request['tools'] = whole(request['tools']);
    const output = request['output'] as { schema: unknown } | undefined;
    if (output) output.schema = whole(output.schema);
  }
  return ledgerRequestSchema.parse(request);
}

const packed = new Map<string, Uint8Array>();

/** A part compressed; those used last are kept, since the next calls have them too. */
export function packPart({ sha256, text }: RequestPart): Uint8Array {
  const known = packed.get(sha256) ?? packText(text);
  packed.delete(sha256);
  packed.set(sha256, known);
  const oldest = packed.size > PACKED_KEPT ? packed.keys().next().value : undefined;
  if (oldest !== undefined) packed.delete(oldest);
  return known;
}
