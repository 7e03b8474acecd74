import { BenchwrightError } from '../../core/errors/benchwright-error.js';

/** The error for a mistake in the code that uses the store. */
export function misuse(found: string, path: string, next: string): BenchwrightError {
  return new BenchwrightError('INTERNAL', { found, where: path, next });
}

/** The error for any use after `close()`. */
export function storeClosed(path: string): BenchwrightError {
  return misuse('the store was used after it was closed', path, 'Open the store again with openDatabase().');
}
