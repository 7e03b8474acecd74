import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { EMBEDDER_ROOT, type Embedder } from '../core/embedder.js';
import type { FrozenRun } from '../core/run.js';
import { earlierPrompt, type PromptLibrary } from '../prompts/library.js';
import { recordOf } from '../core/own-record.js';
import type { RebuildRequest } from './family.js';

/** The error for what a rebuild lacks. */
export const missingInput = (expected: string, found: string, next: string): BenchwrightError =>
  new BenchwrightError('REBUILD_INPUT_MISSING', { expected, found, next });

/** Where the local model of an export lies: as given, else where the run of this home has it. */
export const modelFolderOf = async (
  { modelFolder, home }: Pick<RebuildRequest, 'modelFolder' | 'home'>,
  embedder: Embedder | undefined,
): Promise<string | undefined> =>
  modelFolder ?? (embedder?.kind === 'local' ? await home?.placeOf(EMBEDDER_ROOT) : undefined);

/** What is said of a source that nobody knows. */
export const notFound = (home: RebuildRequest['home']): string =>
  home === undefined
    ? 'no --source for it'
    : 'no --source for it, and no run of this home that has it at a path';

/**
 * Where a source lies: as given, else where a run of this home has it.
 * @param missing the error for one that nobody knows, with what was found
 */
export async function sourcePlace(
  name: string,
  given: ReadonlyMap<string, string>,
  home: RebuildRequest['home'],
  missing: (found: string) => BenchwrightError,
): Promise<string> {
  const path = given.get(name) ?? (await home?.placeOf(name));
  if (path === undefined) throw missing(notFound(home));
  return path;
}

/** The error for a file of another content than the one that an export was made from. @param next what to give instead */
export const otherContent = (path: string, wanted: string, found: string, next: string): BenchwrightError =>
  missingInput(
    `${path} (SHA-256 ${wanted.slice(0, 12)}…)`,
    `another content (SHA-256 ${found.slice(0, 12)}…)`,
    next,
  );

/** By request digest, the attempts that `retry --failed` went on with, from data/retries.json; none without the file. */
export async function recordedRetries(folder: string): Promise<Map<string, number>> {
  const text = await readFile(join(folder, 'data', 'retries.json'), 'utf8').catch(() => '{}');
  return new Map(Object.entries(recordOf(z.int()).parse(JSON.parse(text))));
}

/** The text of a prompt of this digest, earlier versions included. @throws REBUILD_INPUT_MISSING where there is none */
export function promptText(
  library: PromptLibrary,
  { id, version, sha256 }: NonNullable<FrozenRun['prompts']>[number],
): string {
  const { prompt: found, file } = library.get(id);
  if (found.sha256 === sha256) return found.text;
  const earlier = earlierPrompt(id, version);
  if (earlier?.sha256 === sha256) return earlier.text;
  throw missingInput(
    `the prompt ${id}, version ${version} (SHA-256 ${sha256.slice(0, 12)}…)`,
    `version ${found.version} (SHA-256 ${found.sha256.slice(0, 12)}…) in ${file ?? 'this version of Benchwright'}`,
    'Use the version of Benchwright that the manifest names under "product", or give the prompts that it was made with: --prompts DIR.',
  );
}
