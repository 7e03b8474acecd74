import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';

import type { SqliteTuning } from '../store/dialect/sqlite-connection.js';
import { openDatabase } from '../store/open-database.js';
import type { Database } from '../store/database.js';
import type { Migration } from '../store/migrate.js';
import type { StorePlace } from '../store/place.js';

/** What to measure. */
export interface BenchStoreOptions {
  /** Processes that add to one counter. @default 4 */
  readonly processes?: number;
  /** Increments of each process. @default 2500 */
  readonly increments?: number;
  /** Inserts of each single-process row. @default 4000 */
  readonly inserts?: number;
  /** The folder for the databases; a new one under the system's, removed at the end, if absent. */
  readonly folder?: string;
  /** Figures of the store to try. */
  readonly sqlite?: Partial<SqliteTuning>;
  /** Where the tables go. @default standard output */
  readonly print?: (line: string) => void;
}

interface WorkerTask {
  readonly path: StorePlace;
  readonly increments: number;
  readonly callers: number;
  readonly startAt: number;
  readonly sqlite: Partial<SqliteTuning>;
}

/** Figures of one process; times in milliseconds. */
interface WorkerReport {
  readonly errors: number;
  readonly elapsed: number;
  readonly longestWait: number;
  readonly delay: { readonly p50: number; readonly p99: number; readonly max: number };
}

interface Tables {
  counter: { id: number; value: number };
  item: { id: number | null; text: string };
}

const migrations: readonly Migration[] = [
  {
    number: 1,
    name: 'bench tables',
    up: async (db) => {
      await sql`create table counter (id integer primary key, value integer not null)`.execute(db);
      await sql`create table item (id integer primary key, text text not null)`.execute(db);
      await sql`insert into counter values (1, 0)`.execute(db);
    },
  },
];

/** Runs `total` calls, `callers` of them at a time. */
async function spread(total: number, callers: number, call: () => Promise<void>): Promise<void> {
  let left = total;
  const caller = async (): Promise<void> => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

async function increment(database: Database<Tables>): Promise<void> {
  await database.write(async (db) => {
    const { value } = await db
      .selectFrom('counter')
      .select('value')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('counter')
      .set({ value: value + 1 })
      .where('id', '=', 1)
      .execute();
  });
}

async function work({ path, increments, callers, startAt, sqlite }: WorkerTask): Promise<WorkerReport> {
  const database = await openDatabase<Tables>({ path, migrations, sqlite });
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, startAt - Date.now())));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const began = performance.now();
  let errors = 0;
  let longestWait = 0;
  await spread(increments, callers, async () => {
    const asked = performance.now();
    await increment(database).catch(() => (errors += 1));
    longestWait = Math.max(longestWait, performance.now() - asked);
  });
  const elapsed = performance.now() - began;
  delay.disable();
  await database.close();
  const inMs = (nanoseconds: number): number => nanoseconds / 1e6;
  return {
    errors,
    elapsed,
    longestWait,
    delay: { p50: inMs(delay.percentile(50)), p99: inMs(delay.percentile(99)), max: inMs(delay.max) },
  };
}

function startWorker(task: WorkerTask): Promise<WorkerReport> {
  const file = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--import', 'tsx', file, '--worker', JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(output) as WorkerReport);
      else reject(new Error(`bench worker ended with ${code}`));
    });
  });
}

const CONTENDED_HEAD = [
  'one counter',
  'increments/s',
  'errors',
  'lost',
  'longest wait ms',
  'loop p50 ms',
  'p99',
  'max',
] as const;

/** Several processes that add to one counter at a fresh place, each addition a read and a write in one job: a table. */
export async function contended(
  placeFor: (callers: number) => StorePlace,
  options: BenchStoreOptions = {},
): Promise<string[]> {
  const rows = [];
  for (const callers of [1, 16]) rows.push(await manyProcesses(placeFor(callers), callers, options));
  return table(CONTENDED_HEAD, rows);
}

async function manyProcesses(
  path: StorePlace,
  callers: number,
  options: BenchStoreOptions,
): Promise<string[]> {
  const { processes = 4, increments = 2_500, sqlite = {} } = options;
  const database = await openDatabase<Tables>({ path, migrations, sqlite });
  const task = { path, increments, callers, startAt: Date.now() + 2_500, sqlite };
  const reports = await Promise.all(Array.from({ length: processes }, () => startWorker(task)));
  const { value } = await database.read.selectFrom('counter').select('value').executeTakeFirstOrThrow();
  await database.close();
  const worst = (figure: (report: WorkerReport) => number): number => Math.max(...reports.map(figure));
  const total = processes * increments;
  return [
    `${processes} × ${increments}, ${callers} callers each`,
    rate(
      total,
      worst(({ elapsed }) => elapsed),
    ),
    String(reports.reduce((sum, { errors }) => sum + errors, 0)),
    String(total - value),
    worst(({ longestWait }) => longestWait).toFixed(0),
    worst(({ delay }) => delay.p50).toFixed(1),
    worst(({ delay }) => delay.p99).toFixed(1),
    worst(({ delay }) => delay.max).toFixed(1),
  ];
}

const rate = (count: number, milliseconds: number): string => ((count / milliseconds) * 1_000).toFixed(0);
const TEXT = 'x'.repeat(200);

/** One insert per commit straight through better-sqlite3, with the store's pragmas: the floor to compare with. */
function plainInserts(folder: string, count: number): number {
  const handle = new Sqlite(join(folder, 'plain.db'));
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  handle.pragma('cache_size = -16384');
  handle.exec('create table item (id integer primary key, text text not null)');
  const insert = handle.prepare('insert into item (text) values (?)');
  const began = performance.now();
  for (let index = 0; index < count; index += 1) insert.run(TEXT);
  const elapsed = performance.now() - began;
  handle.close();
  return elapsed;
}

async function groupedInserts(folder: string, callers: number, options: BenchStoreOptions): Promise<number> {
  const { inserts = 4_000, sqlite = {} } = options;
  const path = join(folder, `grouped-${callers}.db`);
  const database = await openDatabase<Tables>({ path, migrations, sqlite });
  const began = performance.now();
  await spread(inserts, callers, async () => {
    await database.write((db) => db.insertInto('item').values({ id: null, text: TEXT }).execute());
  });
  const elapsed = performance.now() - began;
  await database.close();
  return elapsed;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [line(head), ...rows.map(line)];
}

/**
 * Measures the SQLite store and prints two tables: several processes adding to one counter (each addition a
 * read and a write in one job), and one process inserting, against plain better-sqlite3 in the same run.
 */
export async function benchStore(options: BenchStoreOptions = {}): Promise<void> {
  const print = options.print ?? ((line: string) => process.stdout.write(`${line}\n`));
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'benchwright-store-'));
  try {
    const counters = await contended((callers) => join(folder, `counter-${callers}.db`), options);
    counters.forEach(print);
    print('');
    const count = options.inserts ?? 4_000;
    const plain = plainInserts(folder, count);
    const rows = [['plain better-sqlite3, one insert a commit', rate(count, plain), '1.00']];
    for (const callers of [1, 16, 64]) {
      const elapsed = await groupedInserts(folder, callers, options);
      rows.push([`write(), ${callers} callers`, rate(count, elapsed), (plain / elapsed).toFixed(2)]);
    }
    table(['one process', 'jobs/s', 'ratio to plain'], rows).forEach(print);
  } finally {
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [flag, task] = process.argv.slice(2);
  if (flag === '--worker' && task !== undefined) {
    process.stdout.write(JSON.stringify(await work(JSON.parse(task) as WorkerTask)));
  } else {
    await benchStore();
  }
}
