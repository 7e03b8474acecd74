import type { JsonValue } from '../../../core/canonical.js';
import type { DocumentItem } from '../../../core/t-eval/completion.js';

/** The content as a tool document that a model completed; undefined if it is not one. */
export function asDocument(content: JsonValue): DocumentItem | undefined {
  const item = content as unknown as Partial<DocumentItem> | null;
  const { required, optional, returns } = (item?.given ?? {}) as Partial<DocumentItem['given']>;
  const {
    description,
    parameters,
    returns: fields,
  } = (item?.completion ?? {}) as Partial<DocumentItem['completion']>;
  const lists = [required, optional, returns, parameters, fields].every(Array.isArray);
  return lists && typeof description === 'string' && typeof item?.tool?.name === 'string'
    ? (item as DocumentItem)
    : undefined;
}
