import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { correctManifestSchema, type CorrectManifest } from '../../core/correct/manifest.js';
import { compareFiles, type FilesComparison } from '../compare-files.js';
import { readManifestOf } from '../read-manifest.js';

/** Compares the files of an export of `correct` with its manifest. @throws NOT_AN_EXPORT */
export async function verifyCorrections(
  folder: string,
): Promise<FilesComparison & { readonly manifest: CorrectManifest }> {
  const manifest = await readManifestOf(
    folder,
    correctManifestSchema,
    'a folder that `benchwright run correct` wrote',
  );
  const there = await readdir(join(folder, 'data')).catch(() => []);
  const paths = there.map((name) => `data/${name}`);
  return { manifest, ...(await compareFiles(folder, manifest.files, paths)) };
}
