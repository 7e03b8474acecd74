import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The output of `--version`, or why there was none. */
export type Verified = { readonly version: string } | { readonly why: string };

/**
 * Runs `<path> --version`.
 * @param timeoutMs a cold 250 MB executable on a slow disk takes seconds
 * @returns `version` as printed, such as `1.5.1 (Server 1.29.1, UI 2.42.1)`
 */
export async function verifyExecutable(path: string, timeoutMs = 30_000): Promise<Verified> {
  try {
    const { stdout } = await run(path, ['--version'], { timeout: timeoutMs, killSignal: 'SIGKILL' });
    const version = /^temporal version (.+)$/m.exec(stdout)?.[1]?.trim();
    if (version !== undefined) return { version };
    return { why: `it is not the Temporal CLI: --version prints "${firstLine(stdout)}"` };
  } catch (error) {
    return { why: `it does not run: ${explain(error, timeoutMs)}` };
  }
}

/** Executables of this name on PATH, in order. */
export function findOnPath(name: string, env: NodeJS.ProcessEnv): string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...new Set(folders.map((folder) => resolve(folder, name)))].filter(isExecutable);
}

/** Resolves a configured executable; a bare name is looked up on PATH. */
export function resolveExecutable(named: string, env: NodeJS.ProcessEnv): string {
  if (named.includes('/')) return resolve(named);
  return findOnPath(named, env)[0] ?? join(process.cwd(), named);
}

/** Whether the path is an executable file. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The first line of a text, at most 200 characters. */
export function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, 200);
}

function explain(error: unknown, timeoutMs: number): string {
  const failure = error as Error & { code?: string | number; killed?: boolean; stderr?: string };
  if (failure.killed === true) return `no answer to --version in ${timeoutMs / 1000} s`;
  if (failure.code === 'ENOENT') return 'there is no such file, or its interpreter is missing';
  if (failure.code === 'EACCES') return 'no permission to execute it';
  if (failure.code === 'ENOEXEC') return 'it is not an executable for this system';
  const said = firstLine(failure.stderr ?? '');
  const ended = typeof failure.code === 'number' ? `exit code ${failure.code}` : firstLine(failure.message);
  return said === '' ? ended : `${ended}: ${said}`;
}
