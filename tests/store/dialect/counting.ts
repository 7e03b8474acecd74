import { sql } from 'kysely';
import type { Migration } from '../../../store/migrate.js';

/** Migrations that show when they run twice: by an error, and by a row too many. */
export const countingMigrations: readonly Migration[] = [
  {
    number: 1,
    name: 'log',
    up: async (db) => {
      await sql`create table log (pid integer not null)`.execute(db);
      await sql`insert into log values (${process.pid})`.execute(db);
    },
  },
  {
    number: 2,
    name: 'again',
    up: async (db) => void (await sql`insert into log values (${process.pid})`.execute(db)),
  },
];
