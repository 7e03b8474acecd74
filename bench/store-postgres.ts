import { PostgresCluster } from '../tests/support/postgres-cluster.js';
import { contended, type BenchStoreOptions } from './store.js';

/**
 * Measures the PostgreSQL store as `benchStore` does the SQLite one, on a server of its own with its default settings
 * (fsync on), and prints a table.
 */
export async function benchPostgresStore(options: BenchStoreOptions = {}): Promise<void> {
  const print = options.print ?? ((line: string) => process.stdout.write(`${line}\n`));
  const cluster = await PostgresCluster.start();
  try {
    const { url } = cluster;
    const lines = await contended(
      (callers) => ({ postgres: { url, schema: `counter_${callers}` } }),
      options,
    );
    lines.forEach(print);
  } finally {
    await cluster.remove();
  }
}
