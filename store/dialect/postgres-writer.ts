import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type pg from 'pg';
import { misuse, storeClosed } from './misuse.js';
import { fromPostgres } from './postgres-errors.js';
import { POSTGRES } from './postgres-language.js';
import { runQuery, whileUnreachable, type PostgresTuning } from './postgres-pools.js';
import { insideJob, runJob, type JobTarget } from './write-job.js';

/**
 * The writing side: one connection, and for each job a transaction that takes the store's lock with its first
 * statement. So jobs run one after the other, whatever process they come from, as they do on SQLite: what a job reads
 * is still true when it writes, none is ever run twice because of another, and events are numbered in the order of
 * their commits, so that whoever asks for those after the last one seen misses none (docs/decisions.md).
 */
export class PostgresWriter<DB> {
  readonly #begin: string;
  readonly #jobs = new Set<Promise<unknown>>();
  #closed = false;

  /** @param pool of one connection */
  constructor(
    private readonly pool: pg.Pool,
    private readonly where: string,
    schema: string,
    private readonly tuning: PostgresTuning,
  ) {
    // Both in one message to the server. In another isolation, which a database may have as its default, the job would
    // see the store as it was before it waited for the lock.
    this.#begin = `begin isolation level read committed; select pg_advisory_xact_lock(${lockOf(schema)})`;
  }

  /** See `Database.write`. */
  async write<T>(job: (db: Kysely<DB>) => Promise<T>): Promise<T> {
    if (insideJob()) {
      const next = 'Use the database that the job was given.';
      throw misuse('write() was called within a write job', this.where, next);
    }
    if (this.#closed) throw storeClosed(this.where);
    const ending = this.#run(job);
    this.#jobs.add(ending);
    try {
      return await ending;
    } finally {
      this.#jobs.delete(ending);
    }
  }

  /** Runs what is queued, then closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#jobs);
    await this.pool.end();
  }

  async #run<T>(job: (db: Kysely<DB>) => Promise<T>): Promise<T> {
    const client = await this.#locked();
    const target = new LockedConnection(client, this.where);
    let broken = true;
    try {
      const value = await this.#undoneUnlessDone(target, () => runJob(target, job));
      await commit(client, this.where);
      broken = false;
      return value;
    } catch (error) {
      broken = target.lost || !target.undone;
      throw fromPostgres(error, this.where);
    } finally {
      client.release(broken);
    }
  }

  /** A connection in a transaction that has the lock. Nothing of the job has run yet, so this may be tried again. */
  #locked(): Promise<pg.PoolClient> {
    return whileUnreachable(this.where, this.tuning.unreachableDeadlineMs, async () => {
      const client = await this.pool.connect();
      try {
        await client.query(this.#begin);
        return client;
      } catch (error) {
        client.release(true);
        throw error;
      }
    });
  }

  async #undoneUnlessDone<T>(target: LockedConnection, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      await target.undo();
      throw error;
    }
  }
}

/** PostgreSQL answers the commit of a transaction that failed with a rollback, not with an error. */
async function commit(client: pg.PoolClient, where: string): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw misuse('the transaction ended within a write job', where, 'Report this.');
}

/** The key of a store's advisory lock: locks are the database's, so stores in other schemas have others. */
function lockOf(schema: string): bigint {
  return createHash('sha256').update(`benchwright store ${schema}`).digest().readBigInt64BE();
}

/** The writer's connection for one job. */
class LockedConnection implements JobTarget {
  readonly language = POSTGRES;
  /** A failed statement ends a transaction of PostgreSQL. */
  inTransaction = true;
  undone = false;
  lost = false;

  constructor(
    private readonly client: pg.PoolClient,
    readonly path: string,
  ) {}

  async query<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await runQuery<R>(this.client, query);
    } catch (error) {
      this.inTransaction = false;
      throw error;
    }
  }

  mapped(error: unknown): unknown {
    return fromPostgres(error, this.path);
  }

  async undo(): Promise<void> {
    try {
      await this.client.query('rollback');
      this.undone = true;
    } catch {
      // The connection is lost, and with it the transaction.
      this.lost = true;
    }
  }
}
