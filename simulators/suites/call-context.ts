import { OrderedMap } from 'immutable';
import { textOf, ACCOUNTS, WHOLE, type Row, type Rows, type SimulatorState } from './state.js';
import { ToolError } from './tool-error.js';
import { parseDateTime } from './strptime.js';
import { randint } from './twister.js';

/** What a tool may do during a call. Each change makes a new state; the one that the call began with stays as it is. */
export class CallContext {
  constructor(
    private current: SimulatorState,
    private readonly tool: string,
  ) {}

  /** The state after what was changed so far. */
  get state(): SimulatorState {
    return this.current;
  }

  /** The clock, as `parseDateTime` has moments. */
  get now(): number {
    return parseDateTime(this.current.now);
  }

  /** The account that is logged in. @throws ToolError if the token is nobody's */
  account(): Row {
    const { token } = this.current;
    const account = this.rows(ACCOUNTS)?.find((row) => row['session_token'] === token);
    if (token === null || account === undefined) throw new ToolError('Invalid session_token.');
    return account;
  }

  /** The name of the user who is logged in. @throws ToolError */
  username(): string {
    return textOf(this.account(), 'username');
  }

  /** The rows of a database that belong to an owner; undefined: it has no table for them. */
  rows(database: string, owner = WHOLE): Rows | undefined {
    return this.current.databases.get(database)?.get(owner);
  }

  /** An owner's row. */
  row(database: string, owner: string, id: string): Row | undefined {
    return this.rows(database, owner)?.get(id);
  }

  /** Gives an owner an empty table where there is none. */
  open(database: string, owner: string): void {
    if (this.rows(database, owner) === undefined) this.write(database, owner, OrderedMap());
  }

  /** Adds a row as the last one, or replaces the row of that id in its place. */
  put(database: string, owner: string, id: string, row: Row): void {
    this.write(database, owner, (this.rows(database, owner) ?? OrderedMap<string, Row>()).set(id, row));
  }

  remove(database: string, owner: string, id: string): void {
    const rows = this.rows(database, owner);
    if (rows !== undefined) this.write(database, owner, rows.delete(id));
  }

  /** A random whole number from 0 to `max`, from the tool's own generator. */
  random(max: number): number {
    const { drawn, seed } = this.current;
    const next = randint(seed, drawn.get(this.tool, 0), max);
    this.current = { ...this.current, drawn: drawn.set(this.tool, next.drawn) };
    return next.value;
  }

  /** Random lower-case hexadecimal digits in groups. @param widths digits of each group, at most 8: `[4, 4]` */
  id(...widths: readonly number[]): string {
    return widths
      .map((width) =>
        this.random(16 ** width - 1)
          .toString(16)
          .padStart(width, '0'),
      )
      .join('-');
  }

  /** Starts or ends the session. */
  session(token: string | null): void {
    this.current = { ...this.current, token };
  }

  private write(database: string, owner: string, rows: Rows): void {
    const { databases } = this.current;
    this.current = {
      ...this.current,
      databases: databases.set(database, (databases.get(database) ?? OrderedMap()).set(owner, rows)),
    };
  }
}
