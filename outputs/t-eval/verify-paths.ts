import { tEvalManifestSchema, type TEvalManifest } from '../../core/t-eval/manifest.js';
import { verifyData, type FilesComparison } from '../compare-files.js';
import { readManifestOf } from '../read-manifest.js';

/** The manifest of a `t-eval` export. @throws NOT_AN_EXPORT */
export const readTEvalManifest = (folder: string): Promise<TEvalManifest> =>
  readManifestOf(folder, tEvalManifestSchema, 'a folder that `benchwright run t-eval` wrote');

/** Verifies the files of a `t-eval` export against its manifest. @throws NOT_AN_EXPORT */
export const verifyTEval = async (
  folder: string,
): Promise<FilesComparison & { readonly manifest: TEvalManifest }> =>
  verifyData(folder, await readTEvalManifest(folder));
