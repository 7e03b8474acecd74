import type { QueryItem } from '../../../core/t-eval/query-item.js';
import { FieldRow } from '../form/field-row.js';

const TEXT = { kind: 'text' } as const;

/** The words of a query that nobody has solved yet; nothing else of it is the reviewer's. */
export const QueryForm = ({ item }: { readonly item: QueryItem }) => (
  <FieldRow path={['query']} label="Query" field={TEXT} value={item.query} rows={4} />
);
