import type { UltraToolManifest } from '../../core/ultratool/manifest.js';
import { verifyData, type FilesComparison } from '../compare-files.js';
import { readUltraToolManifest } from './read-export.js';

/** Verifies the files of an `ultratool` export against its manifest. @throws NOT_AN_EXPORT */
export const verifyUltraTool = async (
  folder: string,
): Promise<FilesComparison & { readonly manifest: UltraToolManifest }> =>
  verifyData(folder, await readUltraToolManifest(folder));
