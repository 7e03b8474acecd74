import type { AskManifest } from '../../core/ask/manifest.js';
import { verifyData, type FilesComparison } from '../compare-files.js';
import { readAskManifest } from './read-answers.js';

/** Verifies the files of an `ask` export against its manifest. @throws NOT_AN_EXPORT */
export const verifyAnswers = async (
  folder: string,
): Promise<FilesComparison & { readonly manifest: AskManifest }> =>
  verifyData(folder, await readAskManifest(folder));
