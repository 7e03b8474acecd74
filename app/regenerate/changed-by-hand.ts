import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { FilesComparison } from '../../outputs/compare-files.js';

/** The error for an export whose files differ from its manifest. */
export function changedByHand(
  folder: string,
  { changed, missing, unexpected }: FilesComparison,
): BenchwrightError {
  const paths = [...changed.map(({ path }) => path), ...missing, ...unexpected];
  return new BenchwrightError('EXPORT_DIFFERS', {
    expected: 'an export as it was written: what is kept and what changes is read from its files',
    found: `changed by hand: ${paths.join(', ') || 'manifest.json'}`,
    where: folder,
    next: `Restore the files (\`benchwright verify ${folder}\` lists each), or write the export again.`,
  });
}
