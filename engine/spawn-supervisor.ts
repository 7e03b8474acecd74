import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { OWNER_FILE } from '../core/owner-only.js';
import { ownerOnly } from './owner-only.js';
import { createHome } from './home.js';
import { logLength } from './server-process.js';
import { supervisorEnvironment } from './environment.js';
import type { SupervisorSettings } from './supervisor-settings.js';

/** How a supervisor's process ended. */
export interface SupervisorExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Set if the process could not be started. */
  readonly error?: Error;
}

/** A supervisor started by this process, which it outlives. */
export interface SpawnedSupervisor {
  readonly attempt: string;
  readonly pid: number | undefined;
  /** Length of its log before it started, in bytes. */
  readonly logFrom: number;
  /** Undefined while it runs. */
  exit(): SupervisorExit | undefined;
}

/**
 * Starts a supervisor in a detached process that logs to `logs/supervisor.log` of the home.
 * @param command program and first arguments, such as `[process.execPath, main, 'supervise']`; the settings are
 * appended as one JSON argument for parseSupervisorSettings
 * @throws ENGINE_START_FAILED if the home folder cannot be used
 */
export function spawnSupervisor(command: readonly string[], settings: SupervisorSettings): SpawnedSupervisor {
  const paths = createHome(settings.home);
  const logFrom = logLength(paths.supervisorLog);
  const log = openSync(paths.supervisorLog, 'a', OWNER_FILE);
  const [program = '', ...words] = command;
  let exit: SupervisorExit | undefined;
  const child = ownerOnly(() =>
    spawn(program, [...words, JSON.stringify({ ...settings, home: paths.dir })], {
      detached: true,
      env: supervisorEnvironment(process.env),
      stdio: ['ignore', log, log],
    }),
  );
  closeSync(log);
  child.once('error', (error) => (exit ??= { code: null, signal: null, error }));
  child.once('exit', (code, signal) => (exit ??= { code, signal }));
  child.unref();
  return { attempt: settings.attempt, pid: child.pid, logFrom, exit: () => exit };
}
