import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresCluster } from '../../tests/support/postgres-cluster.js';
import { table } from '../table.js';
import { copyCorpus } from './corpus.js';
import { floorSeconds } from './floor-seconds.js';
import { measureRun, type Measured } from './measure-run.js';
import { stageSeconds } from './stages.js';

export interface BenchConvertOptions {
  /** SGD folder whose shards are copied. */
  readonly source: string;
  /** How many copies of each shard; several numbers are measured one after another. */
  readonly copies: readonly number[];
  readonly print: (line: string) => void;
}

/**
 * The whole of `run mtu-bench` next to the floor, JSON.parse + JSON.stringify of the same bytes in one process, both
 * in one go on one machine. Starting the engine is left out; starting the worker is not.
 * @returns the table in Markdown
 */
export async function benchConvert({ source, copies, print }: BenchConvertOptions): Promise<string> {
  const rows: (Measured & { store: string })[] = [];
  for (const count of copies) {
    print(`convert: ${count} copies`);
    rows.push({ store: 'SQLite', ...(await measureRun(source, count)) });
  }
  rows.push(...(await onPostgres(source, copies[0] ?? 1, print)));
  const f = (n: number, digits = 1): string => n.toFixed(digits);
  return table(
    [
      'copies',
      'store',
      'input MB',
      'floor s',
      'run s',
      'run / floor',
      'worker peak MB',
      'CPU s (CLI + workers)',
      'CPU s (engine)',
      'largest history',
      'Temporal DB MB',
      'store MB',
      'export MB',
      'items',
      'duplicates',
    ],
    rows.map((m) => [
      String(m.copies),
      m.store,
      f(m.megabytes),
      f(m.floorSeconds, 2),
      f(m.seconds),
      f(m.seconds / m.floorSeconds),
      f(m.workerPeakMb, 0),
      f(m.cpuSeconds),
      f(m.engineCpuSeconds),
      String(m.largestHistory),
      f(m.temporalMb),
      m.storeMb === undefined ? '–' : f(m.storeMb),
      f(m.exportMb),
      String(m.made),
      `${m.duplicates} (${f((100 * m.duplicates) / m.made, 2)} %)`,
    ]),
  );
}

/** The run once more with its store in a PostgreSQL of its own, where its programs are installed. */
async function onPostgres(
  source: string,
  copies: number,
  print: (line: string) => void,
): Promise<(Measured & { store: string })[]> {
  print(`convert: ${copies} copies, on PostgreSQL`);
  let cluster: PostgresCluster;
  try {
    cluster = await PostgresCluster.start();
  } catch (error) {
    print(`no PostgreSQL here: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
  try {
    return [{ store: 'PostgreSQL', ...(await measureRun(source, copies, cluster.url)) }];
  } finally {
    await cluster.remove();
  }
}

/**
 * Each stage next to the floor of the same bytes, alone in one process: where the time goes. Stages of a run share two
 * cores with each other and with Temporal, so these do not add up to the run above.
 * @returns the table in Markdown
 */
export async function benchStages({ source, copies, print }: BenchConvertOptions): Promise<string> {
  const [count = 1] = copies;
  print(`stages: ${count} copies`);
  const folder = mkdtempSync(join(tmpdir(), 'benchwright-stages-'));
  try {
    const corpus = copyCorpus(source, join(folder, 'sgd'), count);
    const before = floorSeconds(corpus.shards);
    const seconds = await stageSeconds(corpus.root);
    const floor = (before + floorSeconds(corpus.shards)) / 2;
    return table(
      [`stage (${count} copies, ${(corpus.bytes / 1e6).toFixed(1)} MB)`, 's', 'stage / floor'],
      [
        ['floor: JSON.parse + JSON.stringify', floor.toFixed(2), '1.0'],
        ...seconds.map(({ stage, seconds: s }) => [stage, s.toFixed(2), (s / floor).toFixed(1)]),
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
