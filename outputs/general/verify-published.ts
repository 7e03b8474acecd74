import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { PUBLISHED_FORMAT, publishedManifestSchema, type PublishedManifest } from '../../core/published.js';
import { compareFiles, type FilesComparison } from '../compare-files.js';
import { readManifestOf } from '../read-manifest.js';

/** The result of verifying a published dataset. */
export interface PublishedVerification extends FilesComparison {
  readonly manifest: PublishedManifest;
  readonly filesChecked: number;
}

/** Whether a folder's manifest is a published dataset's. */
export async function isPublished(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => '');
  return text.includes(`"format": "${PUBLISHED_FORMAT.split('/')[0] ?? ''}/`);
}

/**
 * Verifies a published dataset against its manifest. Hidden files (`.git`, `.gitattributes`) belong to the host and
 * are ignored.
 * @throws NOT_AN_EXPORT without a readable manifest
 */
export async function verifyPublished(folder: string): Promise<PublishedVerification> {
  const manifest = await readManifestOf(
    folder,
    publishedManifestSchema,
    'a folder that `benchwright publish` wrote, with manifest.json in it',
  );
  const there = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== 'manifest.json' && !path.split('/').some((part) => part.startsWith('.')));
  return {
    manifest,
    filesChecked: manifest.files.length,
    ...(await compareFiles(folder, manifest.files, there)),
  };
}
