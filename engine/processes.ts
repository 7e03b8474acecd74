import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { processExists } from '../core/process-exists.js';

/** A process and its command line. `args` exists only where the system separates arguments (Linux). */
export interface ProcessCommand {
  readonly pid: number;
  readonly text: string;
  readonly args?: readonly string[];
}

const ON_LINUX = process.platform === 'linux';

/** Whether a process with this pid runs. A zombie does not. */
export function isAlive(pid: number): boolean {
  return processExists(pid) && processIdentity(pid) !== undefined;
}

/**
 * Identifies a process of this machine by its start time. With the pid it distinguishes a process from a later one
 * with the same pid; unlike the command line it does not change with `process.title`. Undefined without such a
 * process, or for a zombie.
 */
export function processIdentity(pid: number): string | undefined {
  if (!ON_LINUX) {
    const [state = '', ...start] = ps(['-o', 'stat=,lstart=', '-p', String(pid)])
      .trim()
      .split(/\s+/);
    return state === '' || state.startsWith('Z') ? undefined : start.join(' ');
  }
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // proc(5): pid (name) state …; the name may contain anything, so fields are counted after its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (startTicks === undefined || state === 'Z' || state === 'X') return undefined;
  return `${readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${startTicks}`;
}

/** The command line of a process; undefined if there is none. */
export function commandLine(pid: number): ProcessCommand | undefined {
  if (!ON_LINUX) {
    const text = ps(['-ww', '-o', 'command=', '-p', String(pid)]).trim();
    return text === '' ? undefined : { pid, text };
  }
  const raw = readProc(`/proc/${pid}/cmdline`);
  if (raw === undefined || raw === '') return undefined;
  const args = raw.replace(/\0$/, '').split('\0');
  return { pid, text: args.join(' '), args };
}

/** All processes visible to this user. */
export function listProcesses(): ProcessCommand[] {
  if (ON_LINUX) {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => commandLine(Number(name)) ?? []);
  }
  return ps(['-axww', '-o', 'pid=,command='])
    .split('\n')
    .flatMap((line) => {
      const found = /^\s*(\d+)\s+(.+)$/.exec(line);
      return found === null ? [] : [{ pid: Number(found[1]), text: found[2] ?? '' }];
    });
}

/** Sends a signal; false if the process is gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function ps(args: string[]): string {
  try {
    return execFileSync('ps', args, {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch {
    return '';
  }
}
