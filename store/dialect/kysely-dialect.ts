import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from 'kysely';

const nothing = async (): Promise<void> => {};

/** The parts of a Kysely driver that differ between the reading and the writing side. */
export type DriverParts = Pick<
  Driver,
  'acquireConnection' | 'beginTransaction' | 'commitTransaction' | 'rollbackTransaction'
> & { readonly releaseConnection?: (connection: DatabaseConnection) => Promise<void> };

/**
 * A Kysely instance of the SQLite kind over a driver of ours. `init` and `destroy` do nothing: connections
 * are opened before and closed by `Database.close()`.
 */
export function kyselyOver<DB>(parts: DriverParts): Kysely<DB> {
  const driver: Driver = { init: nothing, releaseConnection: nothing, destroy: nothing, ...parts };
  return new Kysely<DB>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });
}
