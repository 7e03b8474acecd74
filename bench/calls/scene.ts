import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerReport } from '../../tests/support/model-server/ledger.js';
import { BenchServer } from './model-server.js';
import { Product, type RunTook } from './product.js';

/** `q<i>: say ok`, as other tools were measured. */
export const questions = (n: number): string[] => Array.from({ length: n }, (_, i) => `q${i}: say ok`);

/** Seconds as a multiple of others. */
export const ratio = (seconds: number, ideal: number): string => (seconds / ideal).toFixed(2);

/** Processor and memory, as cells of a row. */
export const useOf = ({ worker, temporal }: RunTook, calls: number): string[] => [
  calls === 1 ? '' : ((worker.cpuSeconds * 1000) / calls).toFixed(2),
  calls === 1 ? '' : ((temporal.cpuSeconds * 1000) / calls).toFixed(2),
  worker.peakMb.toFixed(0),
  temporal.peakMb.toFixed(0),
];

/** Kills the workers as soon as the server has come so far. @returns how many calls were in flight then */
export async function killedAt(
  product: Product,
  server: BenchServer,
  far: (report: LedgerReport) => boolean,
): Promise<number> {
  for (;;) {
    const report = await server.report();
    if (far(report)) {
      product.killWorkers();
      // More may have gone out between the look and the kill: the server does not notice that nobody listens any more.
      const after = await server.report();
      return Math.max(report.inFlight, after.inFlight);
    }
    await sleep(20);
  }
}

/** A server of its own for some rows. @param words as `npm run model-server` takes them */
export async function withServer<T>(
  words: readonly string[],
  use: (server: BenchServer) => Promise<T>,
): Promise<T> {
  const server = await BenchServer.start(words);
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** A home of its own for some rows. */
export async function withProduct<T>(
  { baseUrl }: BenchServer,
  options: { inFlight: number; key?: string; workers?: number },
  use: (product: Product) => Promise<T>,
): Promise<T> {
  const product = await Product.start({ baseUrl, ...options });
  try {
    return await use(product);
  } finally {
    await product.stop();
  }
}
