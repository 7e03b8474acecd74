import { hostname } from 'node:os';
import type { Kysely } from 'kysely';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { processExists } from '../core/process-exists.js';
import type { Store } from './store.js';
import type { Tables } from './tables.js';

/** A worker renews its row this often; without it for `WORKER_DEAD_MS` it counts as dead (DESIGN.md, "The store"). */
export const WORKER_RENEW_MS = 5_000;
const WORKER_DEAD_MS = 30_000;

/** What others may want to know of a worker's process. */
export interface WorkerNote {
  /** The command that started it. */
  readonly startedBy: string;
  /** Names of the variables that its configuration speaks of and its environment has; never what they hold. */
  readonly variables: readonly string[];
  /** Its calls to models just now. */
  readonly asking?: readonly AskingNote[];
}

/** A worker's calls to one model. */
export interface AskingNote {
  /** Provider and model. */
  readonly scope: string;
  readonly inFlight: number;
  /** Waiting for a permit. */
  readonly waiting: number;
  /** Failed, and waiting to be sent again. */
  readonly toSendAgain: number;
  /** When the first call may be sent again, in milliseconds since 1970; absent: nothing holds calls back. */
  readonly heldUntilMs?: number;
}

/** Notes a worker's process; called at its start and every `WORKER_RENEW_MS`. */
export const renewWorker = (store: Store, incarnation: string, note?: WorkerNote): Promise<void> =>
  store.db.write((trx) => noteWorker(trx, incarnation, store.now(), note));

/** The same inside a write job, for what lasts as long as its worker is known to live. */
export async function noteWorker(
  trx: Kysely<Tables>,
  incarnation: string,
  now: number,
  note?: WorkerNote,
): Promise<void> {
  const row = {
    ...{ incarnation, pid: process.pid, host: hostname(), started_ms: now, seen_ms: now },
    note: note === undefined ? null : JSON.stringify(note),
  };
  await trx
    .insertInto('workers')
    .values(row)
    .onConflict((c) =>
      c.column('incarnation').doUpdateSet({ seen_ms: now, ...(row.note === null ? {} : { note: row.note }) }),
    )
    .execute();
}

/** Forgets a worker that ends in good order, and whatever slices it has not brought to an end: that was no death. */
export async function removeWorker(store: Store, incarnation: string): Promise<void> {
  await store.db.write(async (trx) => {
    await trx.deleteFrom('workers').where('incarnation', '=', incarnation).execute();
    await trx.deleteFrom('slice_attempts').where('incarnation', '=', incarnation).execute();
  });
}

/** Pids of the workers of this store that live, wherever they run; rows of dead ones are removed. */
export const livingWorkers = async (store: Store): Promise<number[]> =>
  (await livingRows(store)).map((row) => row.pid);

/** Pids of those on this machine: another machine's pids are those of other processes here. */
export const livingWorkersHere = async (store: Store): Promise<number[]> =>
  (await livingRows(store)).filter((row) => row.host === hostname()).map((row) => row.pid);

/** The workers of this store that live and have said what they were started with. */
export const notedWorkers = async (store: Store): Promise<(WorkerNote & { readonly pid: number })[]> =>
  (await livingRows(store)).flatMap(({ pid, note }) =>
    note === null ? [] : [{ pid, ...(JSON.parse(note) as WorkerNote) }],
  );

async function livingRows(store: Store): Promise<Tables['workers'][]> {
  const rows = await store.db.read.selectFrom('workers').selectAll().orderBy('started_ms').execute();
  const living = rows.filter((row) => workerLives(row, store.now()));
  const dead = rows.filter((row) => !living.includes(row)).map((row) => row.incarnation);
  if (dead.length > 0) await forget(store, dead);
  return living;
}

/** Whoever looks who lives need not be able to write: where the store takes nothing just now, the rows stay. */
async function forget(store: Store, dead: readonly string[]): Promise<void> {
  try {
    await store.db.write((trx) => trx.deleteFrom('workers').where('incarnation', 'in', dead).execute());
  } catch (error) {
    if (!BenchwrightError.is(error) || !error.entry.retryable) throw error;
  }
}

/** Whether a worker lives, by its row: it was seen lately and, if it runs on this machine, its process is there. */
export const workerLives = (row: Pick<Tables['workers'], 'pid' | 'host' | 'seen_ms'>, now: number): boolean =>
  row.seen_ms > now - WORKER_DEAD_MS && (row.host !== hostname() || processExists(row.pid));

/** A number that is another one as soon as anything has happened to any run. */
export async function workSoFar(store: Store): Promise<number> {
  const last = await store.db.read
    .selectFrom('events')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.seq ?? 0;
}
