import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import * as z from 'zod';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { unreadable } from './json-array-index.js';

/** A row of a file with questions, queries or goals. */
export interface SourceRow {
  /** Its own id, else file name and line. */
  readonly id: string;
  /** First line, from 1. */
  readonly line: number;
  readonly text: string;
  /** Why it cannot be asked. */
  readonly problem?: { readonly reason: string; readonly detail: string };
}

/** A file of rows, as recorded in a run spec. */
export interface RowsFile {
  /** File name. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: readonly SourceRow[];
}

/** Default text columns. */
const USUAL_COLUMNS = ['text', 'query', 'question', 'prompt', 'instruction'];

interface RawRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Reads a file of questions: `.csv` with a header line, `.jsonl` with an object per line, otherwise one text per line
 * (empty lines are skipped). An invalid row gets a problem instead of failing the file.
 * @param column the text column; by default `text`, `query`, `question`, `prompt` or `instruction`
 * @throws SOURCE_NOT_FOUND, SOURCE_UNREADABLE for other files, SOURCE_NOT_A_CORPUS without that column
 */
export async function readRowsFile(file: string, column?: string): Promise<RowsFile> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw unreadable(error, file);
  }
  const path = basename(file);
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const read = READERS[extname(file).toLowerCase()] ?? plainLines;
  const raw = read(text, file);
  return {
    path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    rows: rowsOf(raw, path, columnOf(raw, file, column)),
  };
}

const READERS: Readonly<Record<string, (text: string, file: string) => RawRow[]>> = {
  '.csv': csvRows,
  '.jsonl': jsonLines,
};

function csvRows(text: string, file: string): RawRow[] {
  let lines: unknown[][];
  try {
    lines = parse(text, { relax_column_count: false, skip_empty_lines: true });
  } catch (error) {
    throw badFile(file, 'CSV with as many fields in each row as in its header', error);
  }
  const [header = [], ...rows] = lines as string[][];
  // csv-parse reports where a record ends; users look for its start.
  let line = 1 + linesIn(header);
  return rows.map((fields) => {
    const at = line;
    line += linesIn(fields);
    return { line: at, fields: Object.fromEntries(header.map((name, i) => [name.trim(), fields[i]])) };
  });
}

const linesIn = (fields: readonly string[]): number =>
  1 + fields.reduce((sum, field) => sum + field.split('\n').length - 1, 0);

function jsonLines(text: string): RawRow[] {
  const object = z.record(z.string(), z.json());
  return text.split('\n').flatMap((row, i): RawRow[] => {
    if (row.trim() === '') return [];
    try {
      return [{ line: i + 1, fields: object.parse(JSON.parse(row)) }];
    } catch {
      return [{ line: i + 1, fields: undefined }];
    }
  });
}

const plainLines = (text: string): RawRow[] =>
  text
    .split('\n')
    .flatMap((row, i) => (row.trim() === '' ? [] : [{ line: i + 1, fields: { text: row.trim() } }]));

function columnOf(raw: readonly RawRow[], file: string, asked: string | undefined): string {
  const columns = [...new Set(raw.flatMap(({ fields }) => Object.keys(fields ?? {})))];
  const found =
    asked === undefined
      ? (USUAL_COLUMNS.find((name) => columns.includes(name)) ??
        (columns.length === 1 ? columns[0] : undefined))
      : columns.find((name) => name === asked);
  if (found !== undefined) return found;
  throw new BenchwrightError('SOURCE_NOT_A_CORPUS', {
    expected:
      asked === undefined ? `a column named ${USUAL_COLUMNS.join(', ')}` : `a column named "${asked}"`,
    found: columns.length === 0 ? 'no row' : `columns ${columns.join(', ')}`,
    where: file,
    next: 'Name the text column: --column NAME.',
  });
}

function rowsOf(raw: readonly RawRow[], path: string, column: string): SourceRow[] {
  const ids = new Map<string, number>();
  return raw.map(({ line, fields }): SourceRow => {
    const text = fields?.[column];
    const own = fields?.['id'];
    const named = typeof own === 'string' || typeof own === 'number' ? String(own).trim() : '';
    const place = `${path}:${line}`;
    const first = named === '' ? undefined : ids.get(named);
    if (first !== undefined)
      return aside(place, line, 'id occurs twice', `the id ${named} stands first in line ${first}`);
    if (named !== '') ids.set(named, line);
    const id = named === '' ? place : named;
    if (fields === undefined) return aside(id, line, 'no JSON object', `line ${line} of ${path}`);
    if (typeof text !== 'string' || text.trim() === '')
      return aside(id, line, 'no text', `line ${line} of ${path} has no "${column}"`);
    return { id, line, text };
  });
}

const aside = (id: string, line: number, reason: string, detail: string): SourceRow => ({
  id,
  line,
  text: '',
  problem: { reason, detail },
});

const badFile = (where: string, expected: string, error: unknown): BenchwrightError =>
  new BenchwrightError('SOURCE_UNREADABLE', {
    expected,
    found: error instanceof Error ? error.message : String(error),
    where,
    next: 'Fix the file.',
  });
