import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { OWNER_FILE, OWNER_FOLDER } from '../core/owner-only.js';
import { processExists } from '../core/process-exists.js';

/** A temporary folder for an export, until it is published. */
export interface ExportFolder {
  readonly path: string;
  /**
   * Moves the folder to its final path in one step. An existing export with the same manifest is kept, and files that
   * were deleted from it are restored.
   * @throws OUTPUT_EXISTS
   */
  publish(manifest: string): Promise<void>;
  /** Deletes the temporary folder. */
  abandon(): Promise<void>;
}

/** Checks before any work that an export can be written to `out`. @throws OUTPUT_UNWRITABLE, DISK_FULL */
export async function assertWritable(out: string): Promise<void> {
  try {
    await mkdir(dirname(out), { recursive: true });
    await rm(await mkdtemp(join(dirname(out), `.${basename(out)}.try-`)), { recursive: true });
  } catch (error) {
    throw writeFailure(error, out);
  }
}

let serial = 0;

/**
 * Creates a temporary folder beside `out` and deletes those of killed processes.
 * @param out absolute path of the export
 * @throws OUTPUT_UNWRITABLE, DISK_FULL
 */
export async function beginExport(out: string): Promise<ExportFolder> {
  const parent = dirname(out);
  const prefix = `.${basename(out)}.partial-`;
  const path = join(parent, `${prefix}${process.pid}-${serial++}`);
  try {
    await mkdir(parent, { recursive: true });
    for (const name of await readdir(parent)) {
      if (name.startsWith(prefix) && !processExists(Number.parseInt(name.slice(prefix.length), 10)))
        await rm(join(parent, name), { recursive: true, force: true });
    }
    await rm(path, { recursive: true, force: true });
    await mkdir(path);
  } catch (error) {
    throw writeFailure(error, out);
  }
  return {
    path,
    async publish(manifest) {
      if (liesInHome(out)) await closeToOthers(path);
      const there = await readFile(join(out, 'manifest.json'), 'utf8').catch(() => undefined);
      if (there === manifest) {
        await returnDeleted(path, out).catch((error: unknown) => {
          throw writeFailure(error, out);
        });
        return rm(path, { recursive: true, force: true });
      }
      try {
        await rename(path, out); // replaces nothing, or an empty folder only
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') throw outputExists(out);
        throw writeFailure(error, out);
      }
    },
    abandon: () => rm(path, { recursive: true, force: true }),
  };
}

/** Whether a parent folder contains the product's store or engine. */
function liesInHome(out: string): boolean {
  const above = dirname(out);
  if (above === out) return false;
  return ['store.db', 'engine.lock'].some((name) => existsSync(join(above, name))) || liesInHome(above);
}

/** Files in a home are accessible to their owner only; elsewhere the user's umask decides. */
async function closeToOthers(folder: string): Promise<void> {
  await chmod(folder, OWNER_FOLDER);
  for (const one of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(one.parentPath, one.name), one.isDirectory() ? OWNER_FOLDER : OWNER_FILE);
}

/** Moves files that `to` lacks there, one by one. */
async function returnDeleted(from: string, to: string): Promise<void> {
  for (const file of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    const target = join(to, relative(from, path));
    if (file.isDirectory() || existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
  }
}

/** The error for an output folder with other content. */
export function outputExists(out: string): BenchwrightError {
  return new BenchwrightError('OUTPUT_EXISTS', {
    expected: 'a path where nothing is yet, or an empty folder',
    found: 'a folder or file that is not this export',
    where: out,
    next: 'Give another --out, or move what is there away.',
  });
}

/** Maps a write failure to the error catalogue. */
export function writeFailure(error: unknown, where: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new BenchwrightError(
      'DISK_FULL',
      {
        expected: 'room for the export',
        found: message,
        where,
        next: 'Free some space; the run goes on by itself, or with `benchwright resume`.',
      },
      { cause: error },
    );
  }
  if (
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'EROFS' ||
    code === 'ENOTDIR' ||
    code === 'ENOENT' ||
    code === 'EEXIST'
  ) {
    return new BenchwrightError(
      'OUTPUT_UNWRITABLE',
      {
        expected: 'a folder that can be written',
        found: message,
        where,
        next: 'Give another --out or change the permissions.',
      },
      { cause: error },
    );
  }
  return error;
}
