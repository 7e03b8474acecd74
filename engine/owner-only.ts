import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { OWNER_MASK } from '../core/owner-only.js';

/** What the product itself puts into a home. */
const OURS =
  /^(?:engine\.(?:json|lock|pinned)|temporal\.(?:db|pid)|store\.db|logs|clients|workers|sources)(?:$|[-.])/;

/**
 * Does something under a mask that leaves what is created to the owner alone; for what starts a program, which inherits
 * the mask. It has to be synchronous, as the mask is the process's.
 */
export function ownerOnly<T>(work: () => T): T {
  let before: number;
  try {
    before = process.umask(OWNER_MASK);
  } catch {
    // Threads may not set it; the home's folder keeps others out.
    return work();
  }
  try {
    return work();
  } finally {
    process.umask(before);
  }
}

/** Files and folders of a home that others than its owner may open, the home itself included. */
export function openToOthers(home: string): string[] {
  const found: string[] = [];
  const look = (path: string): void => {
    const stats = statsOf(path);
    if (!stats || stats.isSymbolicLink()) return;
    if ((stats.mode & OWNER_MASK) !== 0) found.push(path);
    if (stats.isDirectory()) for (const name of namesIn(path)) look(join(path, name));
  };
  if (process.platform !== 'win32') look(home);
  return found;
}

/**
 * Takes everybody else's rights from a home of earlier versions. A folder that also has other things in it, such as a
 * project, keeps its own mode, and so do these: `doctor` tells of them.
 */
export function tighten(home: string): void {
  const names = namesIn(home);
  const isOurs = (path: string): boolean => OURS.test(path.slice(home.length + 1).split('/')[0] ?? '');
  for (const path of openToOthers(home))
    if (path === home ? names.every((name) => OURS.test(name)) : isOurs(path)) close(path);
}

function close(path: string): void {
  try {
    chmodSync(path, lstatSync(path).mode & 0o777 & ~OWNER_MASK);
  } catch {
    // Somebody else's, or gone: `doctor` tells of what is left.
  }
}

/** Undefined for what is gone, or cannot be looked at. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
