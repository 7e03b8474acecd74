import type { ToolEyesManifest } from '../../core/tooleyes/manifest.js';
import { verifyData, type FilesComparison } from '../compare-files.js';
import { readToolEyesManifest } from './read-export.js';

/** Verifies the files of a `tooleyes` export against its manifest. @throws NOT_AN_EXPORT */
export const verifyToolEyes = async (
  folder: string,
): Promise<FilesComparison & { readonly manifest: ToolEyesManifest }> =>
  verifyData(folder, await readToolEyesManifest(folder));
