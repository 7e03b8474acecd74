import { join } from 'node:path';
import { byText } from '../core/ids.js';
import type { ManifestFile } from '../core/manifest.js';
import { HashedFile } from './hashed-file.js';

/** Writes the first attempt of each request retried by `retry --failed`, so that a rebuild asks for the same. */
export async function writeRetries(
  folder: string,
  retries: ReadonlyMap<string, number>,
): Promise<ManifestFile> {
  const path = 'data/retries.json';
  const file = await HashedFile.create(path, join(folder, path));
  const sorted = Object.fromEntries([...retries].sort(([a], [b]) => byText(a, b)));
  await file.write(Buffer.from(`${JSON.stringify(sorted, null, 2)}\n`));
  return file.finish();
}
