import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AskManifest } from '../../core/ask/manifest.js';
import { compareFiles, type FilesComparison } from '../compare-files.js';
import { readAskManifest } from './read-answers.js';

/** Verifies the files of an `ask` export against its manifest. @throws NOT_AN_EXPORT */
export async function verifyAnswers(
  folder: string,
): Promise<FilesComparison & { readonly manifest: AskManifest }> {
  const manifest = await readAskManifest(folder);
  const there = await readdir(join(folder, 'data')).catch(() => []);
  const paths = there.map((name) => `data/${name}`);
  return { manifest, ...(await compareFiles(folder, manifest.files, paths)) };
}
