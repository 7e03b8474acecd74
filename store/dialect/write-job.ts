import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely';

import { kyselyOver, type Language } from './kysely-dialect.js';
import { misuse } from './misuse.js';

/** The writer's connection, as far as a job needs it. */
export interface JobTarget {
  /** The store, for messages. */
  readonly path: string;
  readonly language: Language;
  /** False if the job's transaction has ended. */
  readonly inTransaction: boolean;
  query<R>(query: CompiledQuery): QueryResult<R> | Promise<QueryResult<R>>;
  /** Maps an error of the database to one of the catalogue. */
  mapped(error: unknown): unknown;
}

/** Milliseconds of statements after which a long job yields to the event loop (heartbeats, timers). */
const TURN_MS = 8;

/** Statements that would end the group's transaction or reach beyond it. */
const NOT_IN_A_JOB = /^\s*(begin|commit|end|rollback|savepoint|release|attach|detach|vacuum|pragma)\b/i;

const running = new AsyncLocalStorage<JobConnection>();

/** Whether the caller runs within a write job that has not ended. */
export function insideJob(): boolean {
  return running.getStore()?.open ?? false;
}

/** The writer's connection for one job: usable until the job ends; counts running statements. */
class JobConnection implements DatabaseConnection {
  open = true;
  pending = 0;
  /** Called whenever no statement is running any more. */
  onQuiet: () => void = () => {};
  /** The first error that ended the transaction itself, if any. */
  fatal: Error | undefined;
  #turnBegan = performance.now();

  constructor(readonly writer: JobTarget) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#assertUsable(query.sql);
    this.pending += 1;
    try {
      if (performance.now() - this.#turnBegan > TURN_MS) await this.#letOthersTurn();
      this.#assertUsable(query.sql);
      return await this.writer.query<R>(query);
    } catch (error) {
      const mapped = this.writer.mapped(error);
      if (!this.writer.inTransaction && mapped instanceof Error) this.fatal ??= mapped;
      throw mapped;
    } finally {
      this.pending -= 1;
      if (this.pending === 0) this.onQuiet();
    }
  }

  /** An open iterator would block the job's next write, so all rows are read at once. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  async #letOthersTurn(): Promise<void> {
    await nextTurn();
    this.#turnBegan = performance.now();
  }

  #assertUsable(sql: string): void {
    const { path, inTransaction } = this.writer;
    if (!this.open) {
      throw misuse(
        'a statement came after its write job had ended',
        path,
        'Await every statement of the job.',
      );
    }
    if (NOT_IN_A_JOB.test(sql)) {
      throw misuse(
        `a write job ran "${sql.slice(0, 40)}"`,
        path,
        'A job is a transaction already: throw to undo it.',
      );
    }
    if (!inTransaction) {
      throw this.fatal ?? misuse('the transaction ended within a write job', path, 'Report this.');
    }
  }
}

/** A queued job, with the asynchronous context of its caller. */
export interface WaitingJob {
  readonly since: number;
  run(connection: JobTarget): Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Wraps a function as a queued job. The function runs in the asynchronous context of this call (for example that of a
 * Temporal activity), even if another caller's turn starts it.
 *
 * @returns the entry for the queue and the promise for the caller
 */
export function waitingJob<DB, T>(
  job: (db: Kysely<DB>) => Promise<T>,
): { entry: WaitingJob; result: Promise<T> } {
  const context = new AsyncResource('benchwright.write');
  const { promise, resolve, reject } = deferred<T>();
  const entry: WaitingJob = {
    since: performance.now(),
    run: (connection) => context.runInAsyncScope(runJob<DB, T>, undefined, connection, job),
    resolve: (value) => resolve(value as T),
    reject,
  };
  return { entry, result: promise };
}

function deferred<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Runs a job to its end. Rejects with the error that ended the transaction, even if the job caught it. */
export async function runJob<DB, T>(writer: JobTarget, job: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  const connection = new JobConnection(writer);
  const noTransaction = async (): Promise<never> => {
    throw misuse(
      'a write job began a transaction',
      writer.path,
      'A job is a transaction already: throw to undo it.',
    );
  };
  const db = kyselyOver<DB>(writer.language, {
    acquireConnection: async () => connection,
    beginTransaction: noTransaction,
    commitTransaction: noTransaction,
    rollbackTransaction: noTransaction,
  });
  try {
    const value = await settled(connection, () => running.run(connection, job, db));
    if (connection.fatal !== undefined) throw connection.fatal;
    return value;
  } finally {
    connection.open = false;
  }
}

/**
 * The job's outcome, or an error as soon as it awaits anything but its statements. Between statements, a correct job
 * runs only microtasks. If the event loop turns with no statement pending, the job awaits a timer, a file, the network
 * or another job while it holds the lock.
 */
function settled<T>(connection: JobConnection, start: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = deferred<T>();
  let timer: NodeJS.Immediate | undefined;
  const check = (): void => {
    timer = undefined;
    if (connection.pending > 0) return;
    const next = 'Do the waiting before write() and hand its result to the job.';
    reject(
      misuse('a write job awaited something that is not its own statement', connection.writer.path, next),
    );
  };
  const look = (): void => void (timer ??= setImmediate(check));
  connection.onQuiet = look;
  look();
  const stop = (): void => {
    connection.onQuiet = () => {};
    clearImmediate(timer);
  };
  new Promise<T>((done) => done(start())).then(resolve, reject).finally(stop);
  return promise;
}
