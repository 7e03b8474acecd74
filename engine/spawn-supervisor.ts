import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createHome } from './home.js';
import { logLength } from './server-process.js';
import { supervisorEnvironment } from './environment.js';
import type { SupervisorSettings } from './supervisor-settings.js';

/** How a supervisor's process ended. */
export interface SupervisorExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Set when the process could not be started at all. */
  readonly error?: Error;
}

/** A supervisor that this process started. It outlives this process. */
export interface SpawnedSupervisor {
  readonly attempt: string;
  readonly pid: number | undefined;
  /** How long its log was before it started, in bytes. */
  readonly logFrom: number;
  /** How it ended; undefined while it runs. */
  exit(): SupervisorExit | undefined;
}

/**
 * Starts a supervisor in a detached process. Its output goes to `logs/supervisor.log` of the home.
 *
 * @param command the program and its first words, such as `[process.execPath, main, 'supervise']`; the
 *   settings are appended as one JSON word, which the program gives to parseSupervisorSettings
 * @throws ENGINE_START_FAILED when the home folder cannot be used
 */
export function spawnSupervisor(command: readonly string[], settings: SupervisorSettings): SpawnedSupervisor {
  const paths = createHome(settings.home);
  const logFrom = logLength(paths.supervisorLog);
  const log = openSync(paths.supervisorLog, 'a');
  const [program = '', ...words] = command;
  let exit: SupervisorExit | undefined;
  const child = spawn(program, [...words, JSON.stringify({ ...settings, home: paths.dir })], {
    detached: true,
    env: supervisorEnvironment(process.env),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.once('error', (error) => (exit ??= { code: null, signal: null, error }));
  child.once('exit', (code, signal) => (exit ??= { code, signal }));
  child.unref();
  return { attempt: settings.attempt, pid: child.pid, logFrom, exit: () => exit };
}
