import { readdir } from 'node:fs/promises';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { byText } from '../core/ids.js';

/** A folder's entries, sorted. @throws SOURCE_NOT_FOUND */
export async function listed(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort(byText);
  } catch (error) {
    throw new BenchwrightError(
      'SOURCE_NOT_FOUND',
      {
        expected: 'a folder',
        found: (error as NodeJS.ErrnoException).code ?? 'an unknown error',
        where: folder,
        next: 'Check the path.',
      },
      { cause: error },
    );
  }
}

/** The JSON files of a folder. @throws SOURCE_NOT_FOUND */
export const jsonFiles = async (folder: string): Promise<string[]> =>
  (await listed(folder)).filter((name) => name.endsWith('.json'));
