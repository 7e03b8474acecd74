import type { CorrectManifest } from '../../core/correct/manifest.js';
import { verifyData, type FilesComparison } from '../compare-files.js';
import { readCorrectManifest } from './read-corrections.js';

/** Verifies the files of a `correct` export against its manifest. @throws NOT_AN_EXPORT */
export const verifyCorrections = async (
  folder: string,
): Promise<FilesComparison & { readonly manifest: CorrectManifest }> =>
  verifyData(folder, await readCorrectManifest(folder));
