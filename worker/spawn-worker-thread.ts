import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * Starts a thread from a file of this folder: JavaScript in the built package, TypeScript through tsx in the sources.
 * @param name file name without extension
 */
export function spawnWorkerThread(name: string, workerData?: unknown): Worker {
  const built = new URL(`./${name}.js`, import.meta.url);
  if (existsSync(fileURLToPath(built))) return new Worker(built, { workerData });
  const source = new URL(`./${name}.ts`, import.meta.url).href;
  const tsx = import.meta.resolve('tsx/esm/api');
  const start = `import(${JSON.stringify(tsx)}).then(({ register }) => (register(), import(${JSON.stringify(source)})))`;
  return new Worker(start, { workerData, eval: true });
}
