import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Folders at the top that no part of the build reads. */
const NOT_BUILT = new Set(['bench', 'coverage', 'dist', 'docs', 'examples', 'node_modules', 'tests']);
/** Files at the top that the build reads: settings, and which packages are bundled. */
const SETTINGS = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/** @returns a digest of everything that dist/ is built from, and of the Node that builds it */
export function sourcesDigest(root) {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !NOT_BUILT.has(entry.name),
  );
  const files = folders.flatMap(({ name }) =>
    readdirSync(join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
  const hash = createHash('sha256').update(process.version);
  for (const file of [...SETTINGS, ...files].sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`\n${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}
