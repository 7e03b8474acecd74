import { PostgresAdapter, sql, type Expression, type Kysely, type SqlBool } from 'kysely';

/**
 * Full-text search over a table of (queue, item_id, words), where `words` are normalised words separated by spaces:
 * FTS5 on SQLite, an index over the list of words on PostgreSQL. Both index exactly the words of {@link wordsOf}, so
 * both find the same rows.
 */

/** Splits a text or a search into normalised words: letters without diacritics, in lower case, and digits. */
export function wordsOf(text: string): string[] {
  const plain = ASCII.test(text) ? text.toLowerCase() : withoutMarks(text);
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** ASCII texts, which are most, need no normalisation. */
const ASCII = /^[ -~\s]*$/;

const withoutMarks = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

type OfAnyTables = Pick<Kysely<unknown>, 'getExecutor'>;
const isPostgres = (db: OfAnyTables): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Creates the table with its index; part of a migration. */
export async function createWordTable(db: Kysely<unknown>, table: string): Promise<void> {
  const name = sql.table(table);
  if (isPostgres(db)) {
    await db.schema
      .createTable(table)
      .addColumn('queue', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('words', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['queue', 'item_id'])
      .execute();
    const index = sql.id(`${table}_words`);
    await sql`create index ${index} on ${name} using gin (string_to_array(words, ' '))`.execute(db);
    return;
  }
  const columns = sql`queue unindexed, item_id unindexed, words`;
  await sql`create virtual table ${name} using fts5(${columns}, detail = none)`.execute(db);
}

/** Whether a row of the table has all words of a text, in any order; undefined if the text has no word. */
export function hasWords(db: OfAnyTables, table: string, text: string): Expression<SqlBool> | undefined {
  const words = wordsOf(text);
  if (words.length === 0) return undefined;
  if (isPostgres(db))
    return sql<SqlBool>`string_to_array(words, ' ') @> string_to_array(${words.join(' ')}, ' ')`;
  const asked = words.map((word) => `"${word}"`).join(' ');
  return sql<SqlBool>`${sql.table(table)} match ${asked}`;
}
