import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourcesDigest } from '../../scripts/sources-digest.mjs';

let root: string;
const write = (file: string, content: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'benchwright-sources-'));
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'])
    write(file, '{}');
  write('core/run.ts', 'export const run = 1;');
  write('prompts/ask/answer.txt', 'Answer.');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('what `npm run prepare` builds again for', () => {
  it('stays the same where only tests, documentation and what was built change', () => {
    const before = sourcesDigest(root);
    for (const file of ['tests/run.test.ts', 'docs/index.md', 'dist/cli/main.js', '.git/HEAD', 'README.md'])
      write(file, 'changed');
    expect(sourcesDigest(root)).toBe(before);
  });

  it.each(['core/run.ts', 'prompts/ask/answer.txt', 'package-lock.json', 'families/new/spec.ts'])(
    'changes with %s',
    (file) => {
      const before = sourcesDigest(root);
      write(file, 'changed');
      expect(sourcesDigest(root)).not.toBe(before);
    },
  );
});
