import { sql, type AliasedRawBuilder } from 'kysely';
import type { Usage } from '../../core/model-call.js';
import type { TokenColumns } from './tables.js';

const COLUMNS = ['input_tokens', 'cached_input_tokens', 'output_tokens', 'reasoning_tokens'] as const;

/** Sums of the columns of tokens, under their own names. @param table whose they are */
export const tokenSums = (table: string): AliasedRawBuilder<number, (typeof COLUMNS)[number]>[] =>
  COLUMNS.map((name) => sql<number>`coalesce(sum(${sql.ref(`${table}.${name}`)}), 0)`.as(name));

/** Tokens from their columns; what was not told counts as none. */
export const usageOf = (row: TokenColumns): Usage => ({
  input: Number(row.input_tokens),
  cachedInput: Number(row.cached_input_tokens),
  output: Number(row.output_tokens),
  reasoning: Number(row.reasoning_tokens),
});
