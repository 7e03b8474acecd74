import type { JsonValue } from '../../../core/canonical.js';
import type { QueryItem } from '../../../core/t-eval/query-item.js';

/** The content as a query without a path; undefined if it is not one. */
export function asQuery(content: JsonValue): QueryItem | undefined {
  const item = content as unknown as Partial<QueryItem> | null;
  const texts = [item?.query, item?.generated, item?.role, item?.recordId];
  const whole =
    texts.every((text) => typeof text === 'string') && [item?.apis, item?.tools].every(Array.isArray);
  return whole ? (item as QueryItem) : undefined;
}

/**
 * The prompt that generated a query, and its number among the prompt's queries: from `<tool>+<tool>/<prompt>/<query>`.
 */
export function originOf({ recordId }: QueryItem): string {
  const [query = '', prompt = ''] = recordId.split('/').reverse();
  return `prompt ${Number(prompt) + 1} of its set of tools, query ${Number(query) + 1}`;
}
