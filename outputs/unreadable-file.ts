import { join } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';

/** The error for a file of an export. @param problem an error, or a sentence */
export const unreadableFile = (
  folder: string,
  name: string,
  { family, problem }: { readonly family: string; readonly problem: unknown },
): BenchwrightError =>
  new BenchwrightError('NOT_AN_EXPORT', {
    expected: `${name}, as \`benchwright run ${family}\` writes it`,
    found: (problem as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : String(problem),
    where: join(folder, name),
    next: 'Write the export again with `benchwright export NAME --out ANOTHER` where it was made.',
  });
