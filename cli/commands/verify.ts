import { resolve } from 'node:path';
import { EXIT } from '../../core/errors/catalogue.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { isWhole, verifyExport, type Verification } from '../../outputs/verify-export.js';
import type { GlobalOptions } from '../context.js';
import { Terminal } from '../terminal.js';

/** `verify DIR`: an export's files against its manifest; needs no store, no engine, no network. */
export async function verifyCommand(folder: string, options: GlobalOptions): Promise<number> {
  const terminal = new Terminal(options.json === true);
  const found = await verifyExport(resolve(folder));
  const { manifest: _manifest, ...lists } = found;
  const whole = isWhole(found);
  terminal.result(
    { folder, whole, ...lists },
    whole ? [`${folder}: whole; ${found.filesChecked} files are as the manifest says`] : [],
  );
  if (whole) return EXIT.ok;
  throw new BenchwrightError('EXPORT_DIFFERS', {
    expected: 'the files that the manifest names, unchanged',
    found: wordsOf(found).join('; '),
    where: folder,
    next: 'Write the export again (`benchwright export NAME --out ANOTHER`) and compare, or keep this one as changed.',
  });
}

function wordsOf({ changed, missing, unexpected, disagreements }: Verification): string[] {
  return [
    ...changed.map(
      ({ path, expected, found }) => `${path} changed (${expected} in the manifest, ${found} on disk)`,
    ),
    ...missing.map((path) => `${path} is missing`),
    ...unexpected.map((path) => `${path} is not in the manifest`),
    ...disagreements.map((text) => `the manifest disagrees with itself: ${text}`),
  ];
}
