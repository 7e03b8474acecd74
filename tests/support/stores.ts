import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { beforeEach, describe, inject } from 'vitest';
import type { PostgresPlace, StorePlace } from '../../store/place.js';
import { freshFolder } from './files.js';
import type {} from './postgres-setup.js';

/** The databases that a store may be in. */
export type StoreKind = 'SQLite' | 'PostgreSQL';

const provided = inject('postgresUrl');
const postgresUrl = 'value' in provided ? provided.value : undefined;

/** Whether there is a PostgreSQL server; where there is none, the run of the tests has said so. */
export const hasPostgres = postgresUrl !== undefined;

/** `describe` for what needs a PostgreSQL server. */
export const describePostgres = describe.runIf(hasPostgres);

let current: StoreKind = 'SQLite';

/** `describe` for what must hold on every database: each test runs on SQLite and, where there is one, PostgreSQL. */
export function describeStores(name: string, body: (kind: StoreKind) => void): void {
  const kinds: StoreKind[] = hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'];
  describe.each(kinds)(`${name} (%s)`, (kind) => {
    beforeEach(() => {
      current = kind;
      return () => {
        current = 'SQLite';
      };
    });
    body(kind);
  });
}

/** A place for a store of the test's own, in the database of the surrounding `describeStores`; SQLite outside of one. */
export const freshPlace = (): StorePlace =>
  current === 'SQLite' ? join(freshFolder(), 'store.db') : freshPostgres();

/** A schema of the test's own. It goes with the server. */
export function freshPostgres(url = postgresUrl): { readonly postgres: PostgresPlace & { url: string } } {
  if (url === undefined) throw new Error('there is no PostgreSQL server');
  return { postgres: { url, schema: `test_${randomUUID().replaceAll('-', '').slice(0, 16)}` } };
}
