import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { askManifestSchema, type AskManifest } from '../../core/ask/manifest.js';
import { compareFiles, type FilesComparison } from '../compare-files.js';
import { readManifestOf } from '../read-manifest.js';

/** Compares the files of an export of `ask` with its manifest. @throws NOT_AN_EXPORT */
export async function verifyAnswers(
  folder: string,
): Promise<FilesComparison & { readonly manifest: AskManifest }> {
  const manifest = await readManifestOf(
    folder,
    askManifestSchema,
    'a folder that `benchwright run ask` wrote',
  );
  const there = await readdir(join(folder, 'data')).catch(() => []);
  const paths = there.map((name) => `data/${name}`);
  return { manifest, ...(await compareFiles(folder, manifest.files, paths)) };
}
