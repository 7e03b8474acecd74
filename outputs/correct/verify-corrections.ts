import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CorrectManifest } from '../../core/correct/manifest.js';
import { compareFiles, type FilesComparison } from '../compare-files.js';
import { readCorrectManifest } from './read-corrections.js';

/** Verifies the files of a `correct` export against its manifest. @throws NOT_AN_EXPORT */
export async function verifyCorrections(
  folder: string,
): Promise<FilesComparison & { readonly manifest: CorrectManifest }> {
  const manifest = await readCorrectManifest(folder);
  const there = await readdir(join(folder, 'data')).catch(() => []);
  const paths = there.map((name) => `data/${name}`);
  return { manifest, ...(await compareFiles(folder, manifest.files, paths)) };
}
