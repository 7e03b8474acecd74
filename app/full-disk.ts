import { statfs } from 'node:fs/promises';
import { BenchwrightError } from '../core/errors/benchwright-error.js';

/** The part of a context that matters here. */
interface Home {
  readonly home: string;
}

/** A store or a Temporal server with less room cannot write, in bytes. */
const LEAST = 1_000_000;

/**
 * Whether the disk under a home is full, on which the embedded server keeps its database. The server itself says no
 * more than that it does not answer.
 * @returns the error for people; undefined while there is room
 */
export async function fullDisk({ home }: Home): Promise<BenchwrightError | undefined> {
  const disk = await statfs(home).catch(() => undefined);
  const free = disk === undefined ? LEAST : disk.bavail * disk.bsize;
  if (free >= LEAST) return undefined;
  return new BenchwrightError('DISK_FULL', {
    expected: 'free disk space for the store and the Temporal server',
    found: `${Math.floor(free / 1_000)} kB are free`,
    where: home,
    next: 'Free some space; the run goes on by itself, or with `benchwright resume`.',
  });
}

/** Names a full disk as the cause of what failed. @throws DISK_FULL; else what `work` throws */
export async function namingFullDisk<T>(context: Home, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw (await fullDisk(context)) ?? error;
  }
}
