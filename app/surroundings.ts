import { AsyncLocalStorage } from 'node:async_hooks';
import type { Writable } from 'node:stream';
import { UNSTOPPABLE, type Stoppable } from './stop-signals.js';

/** What a command gets from whoever runs it. */
export interface Surroundings {
  /** The command as typed, without the program's name. */
  readonly words: readonly string[];
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Where the workers that the command needs are: processes of their own, or this one. */
  readonly workers: 'child processes' | 'in process';
  /** How it hears that it is to end. Absent: nobody tells it. */
  readonly stoppable?: Stoppable;
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

/** How the command under way hears that it is to end. */
export const stoppable = (): Stoppable => surroundings().stoppable ?? UNSTOPPABLE;

/** Options that say where a command finds its runs. */
const PLACE_OPTIONS = ['--home', '--config'];

/** Those that the command under way was given, as typed: another command needs them to find the same runs. */
function placeWords(): string[] {
  const { words } = surroundings();
  return words.flatMap((word, at) => {
    if (PLACE_OPTIONS.some((option) => word.startsWith(`${option}=`))) return [word];
    const value = words[at + 1];
    return PLACE_OPTIONS.includes(word) && value !== undefined ? [word, value] : [];
  });
}

/** A command for a run, such as `resume NAME`, as typed where the command under way was. */
export const withPlace = (command: string, name: string): string =>
  [command, name, ...placeWords()].map(quoted).join(' ');

/** Any command, as typed where the command under way was. */
export const inPlace = (command: string): string => [command, ...placeWords().map(quoted)].join(' ');

/** A word as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
