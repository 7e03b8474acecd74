import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tEvalManifestSchema, type TEvalManifest } from '../../core/t-eval/manifest.js';
import { compareFiles, type FilesComparison } from '../compare-files.js';
import { familyOf, readManifestOf } from '../read-manifest.js';

/** Whether a folder is an export of `t-eval`; false if it cannot be read, which its reader reports. */
export const isTEvalExport = async (folder: string): Promise<boolean> =>
  (await familyOf(folder)) === 't-eval';

/** The manifest of a `t-eval` export. @throws NOT_AN_EXPORT */
export const readTEvalManifest = (folder: string): Promise<TEvalManifest> =>
  readManifestOf(folder, tEvalManifestSchema, 'a folder that `benchwright run t-eval` wrote');

/** Verifies the files of a `t-eval` export against its manifest. @throws NOT_AN_EXPORT */
export async function verifyTEval(
  folder: string,
): Promise<FilesComparison & { readonly manifest: TEvalManifest }> {
  const manifest = await readTEvalManifest(folder);
  const there = await readdir(join(folder, 'data')).catch(() => []);
  const paths = there.map((name) => `data/${name}`);
  return { manifest, ...(await compareFiles(folder, manifest.files, paths)) };
}
