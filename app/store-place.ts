import { join } from 'node:path';
import type { Config } from '../core/config.js';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { StorePlace } from '../store/place.js';

/** The variable with a PostgreSQL database as a URL; it may hold a password and is never kept or printed. */
const URL_VARIABLE = 'BENCHWRIGHT_STORE_URL';
const SCHEMA = 'benchwright';

/**
 * Where the store is: the database that BENCHWRIGHT_STORE_URL names, else the one of the configuration, else the file
 * in the home.
 * @throws CONFIG_INVALID
 */
export function storePlace(config: Config, home: string, env: NodeJS.ProcessEnv = process.env): StorePlace {
  const { postgres } = config.store;
  const url = env[URL_VARIABLE];
  if (url !== undefined && url !== '') {
    assertPostgresUrl(url);
    return { postgres: { url, schema: postgres?.schema ?? SCHEMA, ssl: postgres?.ssl } };
  }
  return postgres === undefined ? join(home, 'store.db') : { postgres };
}

function assertPostgresUrl(url: string): void {
  if (URL.canParse(url) && ['postgres:', 'postgresql:'].includes(new URL(url).protocol)) return;
  throw new BenchwrightError('CONFIG_INVALID', {
    expected: 'postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    found: 'something else (not shown: it may hold a password)',
    where: URL_VARIABLE,
    next: 'Fix the variable, or unset it and name the database in `store.postgres`; docs/configuration.md has both.',
  });
}
