import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tEvalManifestSchema, type TEvalManifest } from '../../core/t-eval/manifest.js';
import { compareFiles, type FilesComparison } from '../compare-files.js';
import { familyOf, readManifestOf } from '../read-manifest.js';

/** Whether a folder holds an export of `t-eval`; one that cannot be read is left to whoever reads it next. */
export const isPaths = async (folder: string): Promise<boolean> => (await familyOf(folder)) === 't-eval';

/** The manifest of an export of `t-eval`. @throws NOT_AN_EXPORT */
export const readPathsManifest = (folder: string): Promise<TEvalManifest> =>
  readManifestOf(folder, tEvalManifestSchema, 'a folder that `benchwright run t-eval` wrote');

/** Compares the files of an export of `t-eval` with its manifest. @throws NOT_AN_EXPORT */
export async function verifyPaths(
  folder: string,
): Promise<FilesComparison & { readonly manifest: TEvalManifest }> {
  const manifest = await readPathsManifest(folder);
  const there = await readdir(join(folder, 'data')).catch(() => []);
  const paths = there.map((name) => `data/${name}`);
  return { manifest, ...(await compareFiles(folder, manifest.files, paths)) };
}
