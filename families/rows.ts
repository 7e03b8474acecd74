import { existsSync } from 'node:fs';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { RowsSource } from '../core/rows-source.js';
import { readRowsFile, type RowsFile } from '../sources/rows-file.js';
import type { NewRun } from '../store/runs.js';
import { missingInput, otherContent } from './recorded.js';

/** The rows of a source. */
export interface RowsOf {
  readonly source: string;
  readonly file: RowsFile;
}

/** Reads files of rows. @param sources paths by source name @throws SOURCE_NOT_FOUND, SOURCE_* */
export const readRows = (
  sources: ReadonlyMap<string, string>,
  column: string | undefined,
): Promise<RowsOf[]> =>
  Promise.all(
    [...sources].map(async ([source, path]) => {
      if (existsSync(path)) return { source, file: await readRowsFile(path, column) };
      throw new BenchwrightError('SOURCE_NOT_FOUND', {
        expected: 'a file of rows: .csv, .jsonl, or a text a line',
        found: 'no such path',
        where: path,
        next: 'Check the path.',
      });
    }),
  );

/**
 * The rows that an export was made from, under the names that its manifest gives the files.
 * @param given paths by source name
 * @throws REBUILD_INPUT_MISSING for a source without a path, or with another content
 */
export const readRowsAgain = (
  sources: readonly RowsSource[],
  given: ReadonlyMap<string, string>,
  column: string | undefined,
): Promise<RowsOf[]> =>
  Promise.all(
    sources.map(async ({ name, path, sha256 }) => {
      const file = given.get(name);
      if (file === undefined) throw missingRows({ name, path }, 'no --source for it');
      const found = await readRowsFile(file, column);
      if (found.sha256 === sha256) return { source: name, file: { ...found, path } };
      throw otherContent(path, sha256, found.sha256, 'Give the file that the export was made from.');
    }),
  );

/** The error for rows whose file is not known. */
export const missingRows = (
  { name, path }: Pick<RowsSource, 'name' | 'path'>,
  found: string,
): BenchwrightError => missingInput(`the source "${name}" (${path})`, found, `Add --source ${name}=FILE.`);

/** The sources of a run of rows, as it is frozen. */
export const rowsSources = (rows: readonly RowsOf[]): RowsSource[] =>
  rows.map(({ source, file: { path, bytes, sha256, rows: all } }) => ({
    ...{ name: source, kind: 'rows', path, bytes, sha256 },
    rows: all.length,
  }));

/** Rows as work items of their first stage. */
export const rowsAsSubjects = (stage: string, rows: readonly RowsOf[]): NonNullable<NewRun['subjects']> => ({
  stage,
  subjects: rows.flatMap(({ source, file }) =>
    file.rows.map((row) => ({
      subject: `${source}/${row.id}`,
      input: { ...row, source, file: file.path },
    })),
  ),
});
