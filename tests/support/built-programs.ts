import { Worker } from 'node:worker_threads';
import type { ProgramFile } from '../../worker/spawn-worker-thread.js';

/*
 * In the place of worker/spawn-worker-thread.ts (vitest.config.ts) while the product is built from these sources: a thread
 * or process that starts from the sources compiles all of them for itself, 2 to 3 processor seconds.
 */

export function programFile(name: string): ProgramFile {
  return { url: new URL(`../../dist/worker/${name.replace('/', '.')}.js`, import.meta.url), isBuilt: true };
}

export const spawnWorkerThread = (name: string, workerData?: unknown): Worker =>
  new Worker(programFile(name).url, { workerData });
