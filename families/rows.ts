import { existsSync } from 'node:fs';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { rowsReadSchema, type RowsSource } from '../core/rows-source.js';
import { hashedPath } from '../sources/folder.js';
import { readAsText, readRowsFile, type RowsAsked, type RowsFile } from '../sources/rows-file.js';
import type { NewRun } from '../store/runs.js';
import type { RebuildRequest } from './family.js';
import { missingInput, otherContent, sourcePlace } from './recorded.js';

/** The rows of a source. */
export interface RowsOf {
  readonly source: string;
  readonly file: RowsFile;
}

/** Options of a command for reading rows. */
export interface RowsGiven extends Pick<RowsAsked, 'column' | 'encoding'> {
  /** Sources of the regenerated export; an unchanged file is read in the same way as before. */
  readonly before?: readonly RowsSource[] | undefined;
}

/**
 * Reads files of rows, and reports how each was read if its name does not show it.
 * @param sources paths by source name
 * @throws SOURCE_NOT_FOUND, SOURCE_*
 */
export async function readRows(
  sources: ReadonlyMap<string, string>,
  { column, encoding, before = [] }: RowsGiven,
  report: (line: string) => void,
): Promise<RowsOf[]> {
  const read = await Promise.all(
    [...sources].map(async ([source, path]) => {
      if (!existsSync(path))
        throw new BenchwrightError('SOURCE_NOT_FOUND', {
          expected: 'a file of rows: .csv, .jsonl, or a text a line',
          found: 'no such path',
          where: path,
          next: 'Check the path.',
        });
      const then = before.find(({ name }) => name === source);
      const same = then !== undefined && (await hashedPath(path)).sha256 === then.sha256;
      const recorded = same ? rowsReadSchema.strip().parse(then) : undefined;
      return { source, file: await readRowsFile(path, { column, encoding, recorded }) };
    }),
  );
  for (const { source, file } of read) {
    const how = readAsText(file.as);
    if (how !== '') report(`${source}: ${file.path} is read with ${how}; ${file.rows.length} rows`);
  }
  return read;
}

/**
 * The rows that an export was made from, under the names that its manifest gives the files.
 * @param given paths by source name
 * @throws REBUILD_INPUT_MISSING for a source without a path, or with another content
 */
export const readRowsAgain = (
  sources: readonly RowsSource[],
  given: ReadonlyMap<string, string>,
  { column, home }: Pick<RebuildRequest, 'column' | 'home'>,
): Promise<RowsOf[]> =>
  Promise.all(
    sources.map(async (recorded) => {
      const { name, path, sha256 } = recorded;
      const file = await sourcePlace(name, given, home, (found) => missingRows({ name, path }, found));
      const found = await readRowsFile(file, { column, recorded: rowsReadSchema.strip().parse(recorded) });
      if (found.sha256 === sha256) return { source: name, file: { ...found, path } };
      throw otherContent(path, sha256, found.sha256, 'Give the file that the export was made from.');
    }),
  );

/** The error for rows whose file is not known. */
export const missingRows = (
  { name, path }: Pick<RowsSource, 'name' | 'path'>,
  found: string,
): BenchwrightError => missingInput(`the source "${name}" (${path})`, found, `Add --source ${name}=FILE.`);

/** The sources of rows in frozen form. */
export const rowsSources = (rows: readonly RowsOf[]): RowsSource[] =>
  rows.map(({ source, file: { path, bytes, sha256, rows: all, as } }) => ({
    ...{ name: source, kind: 'rows', path, bytes, sha256 },
    ...{ rows: all.length, ...as },
  }));

/** Rows as work items of their first stage. */
export const rowsAsWorkItems = (
  stage: string,
  rows: readonly RowsOf[],
): NonNullable<NewRun['workItems']> => ({
  stage,
  workItems: rows.flatMap(({ source, file }) =>
    file.rows.map((row) => ({
      workItem: `${source}/${row.id}`,
      input: { ...row, source, file: file.path },
    })),
  ),
});
