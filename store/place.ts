/** Location of a store: the path of a SQLite file, or a PostgreSQL database. */
export type StorePlace = string | { readonly postgres: PostgresPlace };

/**
 * A PostgreSQL database. Absent fields are taken from the variables that all PostgreSQL tools read (PGHOST, PGPORT,
 * PGUSER, PGDATABASE, PGPASSWORD, `~/.pgpass`, …).
 */
export interface PostgresPlace {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. Never stored or printed, because it may contain a password. */
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
  /** The schema of this store's tables; created if missing. */
  readonly schema: string;
  /** `verify`: only to a server with a valid certificate; `no-verify`: encrypted, without checking the certificate. */
  readonly ssl?: 'off' | 'no-verify' | 'verify' | undefined;
}
