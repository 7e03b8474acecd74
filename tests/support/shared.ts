import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The shared material beside the repository (`../shared` of its root): real slices that are not in the repo. */
const root = fileURLToPath(new URL('../../../shared', import.meta.url));

/** A file or folder of the shared material, such as `sharedPath('data', 'mtu-bench')`. It need not exist. */
export function sharedPath(...parts: string[]): string {
  return [root, ...parts].join('/');
}

/**
 * `describe` for tests that read the shared material. Where there is none, `fn` is not run: one line says what
 * was left out, and a single test holds that the folder is really absent.
 */
export function describeShared(name: string, fn: () => void): void {
  if (existsSync(root)) {
    describe(name, fn);
    return;
  }
  process.stderr.write(`left out: ${name} (no ../shared)\n`);
  describe(`${name} (left out: no ../shared)`, () => {
    it('finds no shared material beside the repository', () => {
      expect(existsSync(root)).toBe(false);
    });
  });
}
