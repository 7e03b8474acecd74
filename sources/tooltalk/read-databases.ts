import { basename, join } from 'node:path';
import type * as z from 'zod';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { ToolTalkDatabase } from '../../core/tooltalk/files.js';
import { jsonFiles } from '../listed.js';
import { readToolTalkJson } from './read-json.js';

/**
 * Reads a folder of database files, `<Database>.json`; other files are ignored.
 * @param schemaOf a database's schema by its name; undefined: the file is not read
 * @throws SOURCE_NOT_FOUND; SOURCE_NOT_A_CORPUS without `Account.json`, which defines who can log in; SOURCE_UNREADABLE
 */
export async function readDatabases(
  folder: string,
  schemaOf: (name: string) => z.ZodType<ToolTalkDatabase> | undefined,
): Promise<ReadonlyMap<string, ToolTalkDatabase>> {
  const files = await jsonFiles(folder);
  if (!files.includes('Account.json'))
    throw new BenchwrightError('SOURCE_NOT_A_CORPUS', {
      expected: 'a folder of databases with Account.json',
      found: files.length === 0 ? 'no .json file' : files.slice(0, 8).join(', '),
      where: folder,
      next: 'Give the folder `databases`, or make one with `benchwright simulators databases`.',
    });
  const databases = new Map<string, ToolTalkDatabase>();
  for (const file of files) {
    const name = basename(file, '.json');
    const schema = schemaOf(name);
    if (schema === undefined) continue;
    databases.set(name, await readToolTalkJson(join(folder, file), schema, `the database ${name}`));
  }
  return databases;
}
