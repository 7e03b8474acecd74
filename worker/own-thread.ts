import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/**
 * Starts a thread of a file of this folder. From the built package, JavaScript; from the sources, TypeScript through
 * tsx, which has to be let in by hand.
 * @param name the file's, without its ending
 */
export function spawnWorkerThread(name: string, workerData?: unknown): Worker {
  const built = new URL(`./${name}.js`, import.meta.url);
  if (existsSync(fileURLToPath(built))) return new Worker(built, { workerData });
  const source = new URL(`./${name}.ts`, import.meta.url).href;
  const tsx = import.meta.resolve('tsx/esm/api');
  const start = `import(${JSON.stringify(tsx)}).then(({ register }) => (register(), import(${JSON.stringify(source)})))`;
  return new Worker(start, { workerData, eval: true });
}
