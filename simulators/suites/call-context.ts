import { OrderedMap } from 'immutable';
import { textOf, ACCOUNTS, WHOLE, type Row, type Rows, type SimulatorState } from './state.js';
import { ToolError } from './tool-error.js';
import { parseDateTime } from './strptime.js';
import { randint } from './twister.js';

/** The operations of a tool during a call. Each change creates a new state; the initial one stays unchanged. */
export class CallContext {
  constructor(
    private current: SimulatorState,
    private readonly tool: string,
  ) {}

  /** The state after the changes so far. */
  get state(): SimulatorState {
    return this.current;
  }

  /** The clock, in the form of `parseDateTime`. */
  get now(): number {
    return parseDateTime(this.current.now);
  }

  /** The account that is logged in. @throws ToolError if the token belongs to no account */
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

  /** The rows of a database that belong to an owner; undefined if the owner has no table. */
  rows(database: string, owner = WHOLE): Rows | undefined {
    return this.current.databases.get(database)?.get(owner);
  }

  /** An owner's row. */
  row(database: string, owner: string, id: string): Row | undefined {
    return this.rows(database, owner)?.get(id);
  }

  /** Creates an empty table for an owner that has none. */
  open(database: string, owner: string): void {
    if (this.rows(database, owner) === undefined) this.write(database, owner, OrderedMap());
  }

  /** Appends a row, or replaces the row with that id in place. */
  put(database: string, owner: string, id: string, row: Row): void {
    this.write(database, owner, (this.rows(database, owner) ?? OrderedMap<string, Row>()).set(id, row));
  }

  remove(database: string, owner: string, id: string): void {
    const rows = this.rows(database, owner);
    if (rows !== undefined) this.write(database, owner, rows.delete(id));
  }

  /** A random integer from 0 to `max`, from the tool's own generator. */
  random(max: number): number {
    const { drawn, seed } = this.current;
    const next = randint(seed, drawn.get(this.tool, 0), max);
    this.current = { ...this.current, drawn: drawn.set(this.tool, next.drawn) };
    return next.value;
  }

  /** Random lower-case hexadecimal digits in groups. @param widths number of digits per group, at most 8: `[4, 4]` */
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
