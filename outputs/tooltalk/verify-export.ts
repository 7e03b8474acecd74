import type { ToolTalkManifest } from '../../core/tooltalk/manifest.js';
import { verifyData, type FilesComparison } from '../compare-files.js';
import { readToolTalkManifest } from './read-export.js';

/** Verifies the files of a `tooltalk` export against its manifest. @throws NOT_AN_EXPORT */
export const verifyToolTalk = async (
  folder: string,
): Promise<FilesComparison & { readonly manifest: ToolTalkManifest }> =>
  verifyData(folder, await readToolTalkManifest(folder));
