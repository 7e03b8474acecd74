import { mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';

/** The engine's files within a home folder, all absolute. */
export interface HomePaths {
  readonly dir: string;
  /** What runs now: see record.ts. */
  readonly record: string;
  /** Held by the supervisor for as long as it lives: see lock.ts. */
  readonly lock: string;
  /** While this file is there, the supervisor does not stop for want of clients. */
  readonly pinned: string;
  /** The server's SQLite file. */
  readonly database: string;
  /** The server's pid, written before the server runs. */
  readonly pid: string;
  readonly logs: string;
  readonly serverLog: string;
  readonly supervisorLog: string;
  /** One file for each process that uses the engine. */
  readonly clients: string;
}

/** The engine's paths in a home folder. Links are resolved, so that two spellings of a folder are one home. */
export function homePaths(home: string): HomePaths {
  const dir = realPath(resolve(home));
  const logs = join(dir, 'logs');
  return {
    dir,
    record: join(dir, 'engine.json'),
    lock: join(dir, 'engine.lock'),
    pinned: join(dir, 'engine.pinned'),
    database: join(dir, 'temporal.db'),
    pid: join(dir, 'temporal.pid'),
    logs,
    serverLog: join(logs, 'temporal.log'),
    supervisorLog: join(logs, 'supervisor.log'),
    clients: join(dir, 'clients'),
  };
}

/**
 * Makes the home folder with its subfolders and returns its paths.
 *
 * The server puts the database's path into a URI without escaping it: a home in `/a#b` has its database at
 * `/a` (measured), and escaping it ourselves does not help, as the server also looks for the folder. So such
 * a path is refused.
 *
 * @throws ENGINE_START_FAILED when the path cannot be used or the folder cannot be made
 */
export function createHome(home: string): HomePaths {
  const unusable = /[?#%]/.exec(realPath(resolve(home)));
  if (unusable !== null) {
    throw new BenchwrightError('ENGINE_START_FAILED', {
      expected: 'a home folder without ?, # or % in its path, which the Temporal server cannot read',
      found: `"${unusable[0]}" in the path of the home folder`,
      where: resolve(home),
      next: 'Give another folder as --home, or rename the folder.',
    });
  }
  try {
    mkdirSync(resolve(home), { recursive: true });
    const paths = homePaths(home);
    mkdirSync(paths.logs, { recursive: true });
    mkdirSync(paths.clients, { recursive: true });
    return paths;
  } catch (error) {
    throw new BenchwrightError(
      'ENGINE_START_FAILED',
      {
        expected: 'a home folder that can be made and written',
        found: error instanceof Error ? error.message : String(error),
        where: resolve(home),
        next: 'Give a folder that you may write as --home.',
      },
      { cause: error },
    );
  }
}

/** The real path of the part that exists, with the rest as given. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = resolve(path, '..');
    return parent === path ? path : join(realPath(parent), path.slice(parent.length));
  }
}
