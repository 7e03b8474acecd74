import { AsyncLocalStorage } from 'node:async_hooks';
import type { Writable } from 'node:stream';

/** What a command gets from whoever runs it. */
export interface Surroundings {
  /** The command as typed, without the program's name. */
  readonly words: readonly string[];
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Where the workers that the command needs are: processes of their own, or this one. */
  readonly workers: 'child processes' | 'in process';
}

const current = new AsyncLocalStorage<Surroundings>();

/** Those of the command that this code works for; the process's own where none was named. */
export const surroundings = (): Surroundings =>
  current.getStore() ?? {
    words: process.argv.slice(2),
    stdout: process.stdout,
    stderr: process.stderr,
    workers: 'child processes',
  };

/** Runs something with surroundings of its own. */
export const inSurroundings = <T>(given: Surroundings, work: () => T): T => current.run(given, work);

/** The command under way, as it is typed. */
export const thisCommand = (): string => ['benchwright', ...surroundings().words.slice(0, 1)].join(' ');
