import type { JsonValue } from '../../../core/canonical.js';
import type { QueryItem } from '../../../core/t-eval/query-item.js';

/** The content as a query that nobody has solved yet; undefined for what is none. */
export function asQuery(content: JsonValue): QueryItem | undefined {
  const item = content as unknown as Partial<QueryItem> | null;
  const texts = [item?.query, item?.generated, item?.role, item?.recordId];
  const whole =
    texts.every((text) => typeof text === 'string') && [item?.apis, item?.tools].every(Array.isArray);
  return whole ? (item as QueryItem) : undefined;
}

/** The prompt that a query was asked for with, and which of its queries it is: from `<tool>+<tool>/<prompt>/<query>`. */
export function originOf({ recordId }: QueryItem): string {
  const [query = '', prompt = ''] = recordId.split('/').reverse();
  return `prompt ${Number(prompt) + 1} of its set of tools, query ${Number(query) + 1}`;
}
