import type { QueryItem } from '../../../core/t-eval/query-item.js';
import { FieldRow } from '../form/field-row.js';

const TEXT = { kind: 'text' } as const;

/** A form for the text of a query without a path, the only part that reviewers edit. */
export const QueryForm = ({ item }: { readonly item: QueryItem }) => (
  <FieldRow path={['query']} label="Query" field={TEXT} value={item.query} rows={4} />
);
