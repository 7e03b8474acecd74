/** Where a store is: the path of a SQLite file, or a PostgreSQL database. */
export type StorePlace = string | { readonly postgres: PostgresPlace };

/**
 * A PostgreSQL database. What is absent comes from the variables that all PostgreSQL tools read (PGHOST, PGPORT, PGUSER,
 * PGDATABASE, PGPASSWORD, `~/.pgpass`, …).
 */
export interface PostgresPlace {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. Never kept or printed: it may hold a password. */
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
  /** The schema that holds this store's tables; made if it is not there. */
  readonly schema: string;
  /** `verify`: only to a server with a valid certificate; `no-verify`: encrypted, to whoever answers. */
  readonly ssl?: 'off' | 'no-verify' | 'verify' | undefined;
}
