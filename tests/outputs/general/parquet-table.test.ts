import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { Column, TableRow } from '../../../outputs/general/columns.js';
import { DatasetFolder } from '../../../outputs/general/dataset-folder.js';
import { PARQUET } from '../../../outputs/general/parquet-table.js';
import { freshFolder } from '../../support/files.js';

const column = (name: string, type: Column['type'], optional = false): Column => ({
  name,
  type,
  description: name,
  ...(optional ? { optional } : {}),
});

/** Every form of column that tables have. */
const COLUMNS: readonly Column[] = [
  column('text', 'string'),
  column('perhaps', 'string', true),
  column('number', 'int'),
  column('flag', 'boolean'),
  column('value', 'json'),
  column('words', { list: 'string' }),
  column('parts', { list: [column('name', 'string'), column('note', 'string')] }),
];

/** Writes rows to a Parquet file. @returns its path */
async function write(rows: Iterable<TableRow>): Promise<string> {
  const folder = freshFolder();
  const files = new DatasetFolder(folder);
  const table = await PARQUET.open(files, 'rows.parquet', COLUMNS);
  for (const row of rows) await table.row(row);
  await table.finish();
  return join(folder, 'rows.parquet');
}

const read = async (path: string): Promise<TableRow[]> =>
  parquetReadObjects({ file: await asyncBufferFromFile(path) });

const aRow = fc.record({
  text: fc.string({ unit: 'grapheme' }),
  perhaps: fc.option(fc.string()),
  number: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  flag: fc.boolean(),
  value: fc.jsonValue().map((value) => JSON.stringify(value)),
  words: fc.array(fc.string(), { maxLength: 4 }),
  parts: fc.array(fc.record({ name: fc.string(), note: fc.string() }), { maxLength: 3 }),
});

const numbered = (count: number): TableRow[] =>
  Array.from({ length: count }, (_, i) => ({
    text: `row ${i}`,
    perhaps: i % 2 === 0 ? null : `odd ${i}`,
    number: i,
    flag: i % 3 === 0,
    value: JSON.stringify({ i, list: [i, String(i)] }),
    words: Array.from({ length: i % 4 }, (_unused, n) => `word ${n}`),
    parts: Array.from({ length: i % 3 }, (_unused, n) => ({ name: `n${n}`, note: '' })),
  }));

describe('a Parquet table', () => {
  it('gives back what was written, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aRow, { maxLength: 8 }), async (rows) => {
        expect(await read(await write(rows))).toEqual(rows);
      }),
      { numRuns: 40 },
    );
  });

  it('has the same bytes for the same rows, and knows no time', async () => {
    const [one, other] = [await write(numbered(300)), await write(numbered(300))];
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  });

  it('is written in groups of rows, so that one group at a time is in memory', async () => {
    const path = await write(numbered(2500));
    const { row_groups, num_rows, created_by } = await parquetMetadataAsync(await asyncBufferFromFile(path));
    expect(row_groups.map((group) => Number(group.num_rows))).toEqual([1000, 1000, 500]);
    expect(Number(num_rows)).toBe(2500);
    expect(created_by).toBe('benchwright');
    expect(await read(path)).toEqual(numbered(2500));
  });

  it('DuckDB reads the same rows, lists as lists, JSON by its own functions', async () => {
    const path = await write(numbered(1200));
    const connection = await (await DuckDBInstance.create()).connect();
    const types = await connection.runAndReadAll(`describe select * from '${path}'`);
    expect(types.getRowObjectsJson().map((row) => [row['column_name'], row['column_type']])).toEqual([
      ['text', 'VARCHAR'],
      ['perhaps', 'VARCHAR'],
      ['number', 'INTEGER'],
      ['flag', 'BOOLEAN'],
      ['value', 'VARCHAR'],
      ['words', 'VARCHAR[]'],
      ['parts', 'STRUCT("name" VARCHAR, note VARCHAR)[]'],
    ]);
    const rows = await connection.runAndReadAll(`select * from '${path}' order by number`);
    expect(rows.getRowObjectsJson()).toEqual(numbered(1200));
    const sums = await connection.runAndReadAll(
      `select count(*) as n, sum(cast(value->>'i' as int)) as s from '${path}' where perhaps is null`,
    );
    expect(sums.getRowObjectsJson()).toEqual([{ n: '600', s: String((599 * 600) / 1) }]);
    connection.closeSync();
  });
});
