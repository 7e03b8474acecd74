import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from 'kysely';

const nothing = async (): Promise<void> => {};

/** The parts of a Kysely driver that differ between reading and writing. */
export type DriverParts = Pick<
  Driver,
  'acquireConnection' | 'beginTransaction' | 'commitTransaction' | 'rollbackTransaction'
> & { readonly releaseConnection?: (connection: DatabaseConnection) => Promise<void> };

/** What Kysely needs of a database besides the driver. */
export type Language = Omit<Dialect, 'createDriver'>;

export const SQLITE: Language = {
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
};

/**
 * A Kysely instance with our driver. `init` and `destroy` do nothing, because connections are opened before and closed
 * by `Database.close()`.
 */
export function kyselyOver<DB>(language: Language, parts: DriverParts): Kysely<DB> {
  const driver: Driver = { init: nothing, releaseConnection: nothing, destroy: nothing, ...parts };
  return new Kysely<DB>({ dialect: { ...language, createDriver: () => driver } });
}
