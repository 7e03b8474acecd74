import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { processExists } from '../../../core/process-exists.js';
import { WORKSPACE } from '../../../core/stable-names.js';

/** Placeholder in arguments for the process's own folder. */
export const FOLDER = '{folder}';

/** A working folder of one process. */
export interface SessionFolder {
  readonly path: string;
  /** Never throws. */
  remove(this: void): Promise<void>;
}

const REMOVED = { recursive: true, force: true, maxRetries: 3 } as const;
const cleaned = new Set<string>();

/**
 * Creates an empty folder, or a copy of another one.
 * @param base where it is created; folders that ended processes left there are removed
 */
export async function sessionFolder(base: string, template?: string): Promise<SessionFolder> {
  await mkdir(base, { recursive: true });
  if (!cleaned.has(base)) await removeLeft(base);
  // In a parent of its own, so that a server finds the same surroundings in every dialogue.
  const around = await mkdtemp(join(base, `${process.pid}-`));
  const path = join(around, basename(WORKSPACE));
  const remove = (): Promise<void> => rm(around, REMOVED).catch(() => undefined);
  try {
    await mkdir(path);
    if (template !== undefined) await cp(template, path, { recursive: true, preserveTimestamps: true });
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}

async function removeLeft(base: string): Promise<void> {
  cleaned.add(base);
  for (const name of await readdir(base)) {
    const [pid] = /^\d+(?=-\w{6}$)/.exec(name) ?? [];
    if (pid !== undefined && !processExists(Number(pid)))
      await rm(join(base, name), REMOVED).catch(() => undefined);
  }
}

/**
 * Prepares a command for another working folder: files that it names are resolved from the folder where the command was
 * typed.
 * @param from that folder
 */
export function startedElsewhere(
  { command, args }: { readonly command: string; readonly args: readonly string[] },
  from: string,
): { readonly command: string; readonly args: readonly string[] } {
  const file = (word: string): string => {
    if (word.startsWith('-') || isAbsolute(word) || !isFile(join(from, word))) return word;
    return resolve(from, word);
  };
  return { command: /[/\\]/.test(command) ? file(command) : command, args: args.map(file) };
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
