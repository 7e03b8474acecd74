import * as z from 'zod';
import { jsonSchema } from '../../core/own-record.js';
import type { ExpertQuery } from '../../core/ultratool/query.js';
import { ultraToolSchema, type UltraTool } from '../../core/ultratool/records.js';
import { fileProblem as problem, readTextFile } from '../text-file.js';
import { readTable, repeatedColumn, separatorOf } from '../table.js';

/** Columns of a file of queries; the first two are needed. */
const COLUMNS = ['domain', 'query', 'suggested tools', 'author'] as const;

/**
 * Reads the queries of experts from CSV, or JSONL where the file's name says so. Suggested tools are documents as JSON
 * (UltraTool's form, or a function's name, description and parameters), or names separated by semicolons.
 * @throws SOURCE_UNREADABLE, with the line
 */
export async function readQueries(path: string): Promise<ExpertQuery[]> {
  const text = await readTextFile(path, 'a file of queries: CSV with a header, or JSONL');
  const rows = /\.jsonl?$/i.test(path) ? jsonRows(text, path) : csvRows(text, path);
  if (rows.length === 0) throw problem(path, 'at least one query', 'none');
  return rows.map(({ line, cells }, at) => queryOf(cells, at + 1, `${path}, line ${line}`));
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
  const { tools, names } = suggestedTools(cells['suggested tools'], where);
  return {
    ...{ recordId: `queries:${number}`, domain: text('domain'), query: text('query') },
    ...{ tools, names, author: text('author') },
  };
}

function suggestedTools(
  cell: unknown,
  where: string,
): { readonly tools: UltraTool[]; readonly names: string[] } {
  if (cell === undefined || cell === null) return { tools: [], names: [] };
  let listed: unknown = cell;
  if (typeof cell === 'string') {
    if (!/^\s*[[{]/.test(cell)) {
      const names = cell.split(/[;；]/).map((name) => name.trim());
      return { tools: [], names: names.filter(Boolean) };
    }
    try {
      listed = JSON.parse(cell);
    } catch {
      throw problem(where, 'suggested tools as JSON, or names separated by semicolons', 'no JSON');
    }
  }
  const tools: UltraTool[] = [];
  const names: string[] = [];
  for (const one of Array.isArray(listed) ? (listed as readonly unknown[]) : [listed]) {
    if (typeof one === 'string') names.push(one);
    else {
      const read = pluginSchema.safeParse(one);
      if (!read.success)
        throw problem(
          where,
          'a tool with name, description and arguments',
          JSON.stringify(one).slice(0, 120),
        );
      tools.push(read.data);
    }
  }
  return { tools, names };
}

const part = z.looseObject({ properties: ultraToolSchema.shape.arguments.shape.properties.default({}) });

/** A tool as UltraTool has it, or as a function of a chat API or plugin. */
const pluginSchema = z
  .looseObject({
    name: z.string().min(1).optional(),
    name_for_model: z.string().min(1).optional(),
    description: z.string().optional(),
    description_for_model: z.string().optional(),
    arguments: part.optional(),
    parameters: part.optional(),
    results: part.optional(),
  })
  .transform((given, context): UltraTool => {
    const name = given.name ?? given.name_for_model;
    if (name === undefined) {
      context.addIssue({ code: 'custom', message: 'no name' });
      return z.NEVER;
    }
    return {
      name,
      description: given.description ?? given.description_for_model ?? '',
      arguments: { ...(given.arguments ?? given.parameters ?? { properties: {} }), type: 'object' },
      results: { ...(given.results ?? { properties: {} }), type: 'object' },
    };
  })
  .transform(({ name, description, arguments: args, results }) => ({
    ...{ name, description },
    arguments: typed(args),
    results: typed(results),
  }));

const typed = ({ type, properties, ...rest }: UltraTool['arguments']): UltraTool['arguments'] => ({
  type,
  properties,
  ...rest,
});

const textOf = (cell: unknown): string => (typeof cell === 'string' ? cell : '');
