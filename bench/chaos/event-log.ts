import { join } from 'node:path';
import Database from 'better-sqlite3';

/** An event of a run, as the store has it. */
export interface LoggedEvent {
  readonly type: string;
}

/** A run's event log, read from outside while others write it: the store is opened for reading only. */
export class EventLog {
  #database: Database.Database | undefined;

  constructor(private readonly home: string) {}

  /** Events of the run of this name so far, oldest first; none while there is no such run or no store. */
  events(run: string): LoggedEvent[] {
    return this.#all<LoggedEvent>(
      'select type from events where run_id = (select run_id from runs where name = ?) order by seq',
      run,
    );
  }

  /** How many events the run of this name has so far. */
  count(run: string): number {
    const sql = 'select count(*) as n from events where run_id = (select run_id from runs where name = ?)';
    return this.#all<{ n: number }>(sql, run)[0]?.n ?? 0;
  }

  /** The run's status in the store, if there is such a run. */
  status(run: string): string | undefined {
    return this.#all<{ status: string }>('select status from runs where name = ?', run)[0]?.status;
  }

  /** How many records of the run have an outcome. */
  settledRecords(run: string): number {
    const sql =
      'select count(*) as n from mtu_bench_records where run_id = (select run_id from runs where name = ?)';
    return this.#all<{ n: number }>(sql, run)[0]?.n ?? 0;
  }

  /** Pids of the workers that have announced themselves, dead ones included. */
  workers(): number[] {
    return this.#all<{ pid: number }>('select pid from workers').map(({ pid }) => pid);
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  #all<Row>(sql: string, ...parameters: readonly string[]): Row[] {
    try {
      this.#database ??= new Database(join(this.home, 'store.db'), { readonly: true, timeout: 1_000 });
      return this.#database.prepare(sql).all(...parameters) as Row[];
    } catch (error) {
      // Not made yet, or its tables are not: there are no events.
      if (/no such table|unable to open|directory does not exist|readonly database/.test(String(error))) {
        this.close();
        return [];
      }
      throw error;
    }
  }
}
