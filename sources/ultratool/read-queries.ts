import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { jsonSchema } from '../../core/own-record.js';
import type { ExpertQuery } from '../../core/ultratool/query.js';
import { readSuggestedTools } from '../../core/ultratool/suggested-tools.js';
import { utf8Text } from '../../core/utf8-text.js';
import { readTable, repeatedColumn, separatorOf } from '../table.js';

/** Columns of a file of queries; the first two are needed. */
const COLUMNS = ['domain', 'query', 'suggested tools', 'author'] as const;

const problem = (where: string, expected: string, found: string): BenchwrightError =>
  new BenchwrightError('SOURCE_UNREADABLE', { expected, found, where, next: 'Fix the file.' });

/** Told of each query's domain: some are not among the labels. @throws where such a file is refused */
export type OnDomain = (domain: string, line: number) => void;

/**
 * Reads the queries of experts from CSV, or JSONL where the file's name says so. Suggested tools are documents as JSON
 * (UltraTool's form, or a function's name, description and parameters), or names separated by semicolons.
 * @throws SOURCE_UNREADABLE, with the line
 */
export async function readQueries(path: string, onDomain?: OnDomain): Promise<ExpertQuery[]> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const found = (error as NodeJS.ErrnoException).code ?? String(error);
    throw problem(path, 'a file of queries: CSV with a header, or JSONL', found);
  });
  let text: string;
  try {
    text = utf8Text(bytes).replace(/^\uFEFF/, '');
  } catch {
    throw problem(`${path}, line ${badLine(bytes)}`, 'text in UTF-8', 'other bytes');
  }
  const rows = /\.jsonl?$/i.test(path) ? jsonRows(text, path) : csvRows(text, path);
  if (rows.length === 0) throw problem(path, 'at least one query', 'none');
  return rows.map(({ line, cells }, at) => {
    const query = queryOf(cells, at + 1, `${path}, line ${line}`);
    onDomain?.(query.domain, line);
    return query;
  });
}

/** The first line that is no UTF-8. */
function badLine(bytes: Uint8Array): number {
  let [line, from] = [1, 0];
  for (let at = 0; at <= bytes.length; at += 1)
    if (at === bytes.length || bytes[at] === 10) {
      try {
        utf8Text(bytes.subarray(from, at));
      } catch {
        return line;
      }
      line += 1;
      from = at + 1;
    }
  return line;
}

type Cells = Readonly<Partial<Record<(typeof COLUMNS)[number], unknown>>>;
interface Row {
  readonly line: number;
  readonly cells: Cells;
}

function csvRows(text: string, path: string): Row[] {
  const { header, rows } = readTable(text, path, separatorOf(text, COLUMNS));
  const names = header.map((name) => name.toLowerCase().replaceAll('_', ' '));
  const twice = repeatedColumn(names);
  if (twice !== undefined) throw problem(`${path}, line 1`, 'columns with different names', `${twice} twice`);
  for (const needed of ['domain', 'query'] as const)
    if (!names.includes(needed))
      throw problem(`${path}, line 1`, `a header with the columns ${COLUMNS.join(', ')}`, header.join(', '));
  return rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(
      COLUMNS.flatMap((name) => (names.includes(name) ? [[name, cells[names.indexOf(name)] ?? '']] : [])),
    ),
  }));
}

const rowSchema = z.looseObject({
  domain: z.string(),
  query: z.string(),
  'suggested tools': jsonSchema.optional(),
  suggested_tools: jsonSchema.optional(),
  author: z.string().optional(),
});

function jsonRows(text: string, path: string): Row[] {
  return text.split('\n').flatMap((said, at): Row[] => {
    if (said.trim() === '') return [];
    const where = `${path}, line ${at + 1}`;
    let json: unknown;
    try {
      json = JSON.parse(said);
    } catch {
      throw problem(where, 'a JSON object', 'no JSON');
    }
    const read = rowSchema.safeParse(json);
    if (!read.success) {
      const [issue] = read.error.issues;
      throw problem(where, 'domain and query', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
    }
    const { domain, query, author = '', suggested_tools: other, ...rest } = read.data;
    return [
      { line: at + 1, cells: { domain, query, author, 'suggested tools': rest['suggested tools'] ?? other } },
    ];
  });
}

function queryOf(cells: Cells, number: number, where: string): ExpertQuery {
  const text = (name: 'domain' | 'query' | 'author'): string => textOf(cells[name]).trim();
  for (const needed of ['domain', 'query'] as const)
    if (text(needed) === '') throw problem(where, `a ${needed}`, 'nothing');
  const suggested = readSuggestedTools(cells['suggested tools']);
  if ('expected' in suggested) throw problem(where, suggested.expected, suggested.found);
  const [tools, names] = [[...suggested.tools], [...suggested.names]];
  return {
    ...{ recordId: `queries:${number}`, domain: text('domain'), query: text('query') },
    ...{ tools, names, author: text('author') },
  };
}

const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell : '');
