// Makes the exports of all example runs with the built product and compares them, byte for byte, with what was
// recorded from an earlier version in before.json:
//
//   npm run exports:compare                                 lists each file that differs and its first differing line
//   npm run exports:compare -- --record                     records what is made now, and lists what that changes
//   npm run exports:compare -- --main MAIN.js --keep DIR    with another build; leaves the exports in DIR
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { differences, digestExports, type Digests } from './digests.js';
import { Product } from './product.js';
import { makeExports } from './runs.js';

const report = (line: string): void => void process.stdout.write(`${line}\n`);
const RECORDED = fileURLToPath(new URL('before.json', import.meta.url));

const { values: options } = parseArgs({
  options: {
    record: { type: 'boolean', default: false },
    main: { type: 'string', default: fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)) },
    keep: { type: 'string' },
  },
});
const folder =
  options.keep === undefined
    ? realpathSync(mkdtempSync(join(tmpdir(), 'benchwright-exports-')))
    : resolve(options.keep);
try {
  const made = await makeExports(new Product(resolve(options.main), folder), report);
  const now = digestExports(folder, made);
  const before = existsSync(RECORDED) ? (JSON.parse(readFileSync(RECORDED, 'utf8')) as Digests) : {};
  const different = differences(folder, before, now);
  for (const line of different) report(line);
  report(`${different.length} of ${Object.keys(now).length} files differ from those recorded`);
  if (options.record) writeFileSync(RECORDED, `${JSON.stringify(now, undefined, 2)}\n`);
  else if (different.length > 0) process.exitCode = 1;
} finally {
  if (options.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
