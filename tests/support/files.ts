import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';

/** An empty folder that is removed after the test. */
export function freshFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'benchwright-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with these files, by path; what is neither text nor bytes is written as JSON. Removed after the test. */
export function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = freshFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(
      join(folder, path),
      typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
    );
  }
  return folder;
}

/** The error that a promise ends with; fails the test if it ends well or with another class. */
export async function failure(promise: Promise<unknown>): Promise<BenchwrightError> {
  const outcome = await promise.then(
    () => 'no error',
    (error: unknown) => error,
  );
  if (BenchwrightError.is(outcome)) return outcome;
  throw new Error(`expected a BenchwrightError, found ${String(outcome)}`);
}
