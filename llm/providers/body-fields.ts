import type { ModelRequest } from '../../core/model-call.js';
import { ownPart } from '../../core/own-part.js';
import { putPart } from '../../core/own-record.js';

/** A request's body with the configured fields; null leaves a field out. */
export function withBody<P extends object>(params: P, fields: ModelRequest['body']): P {
  if (fields === undefined) return params;
  const body = Object.fromEntries(Object.entries(params).filter(([name]) => ownPart(fields, name) !== null));
  for (const [name, value] of Object.entries(fields)) if (value !== null) putPart(body, name, value);
  return body as P;
}
