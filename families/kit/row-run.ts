import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { OptionSpec } from '../../core/family.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { asFrozen, type FrozenModels } from '../../core/model-config.js';
import type { Review } from '../../core/review/policy.js';
import type { RowsSource } from '../../core/rows-source.js';
import { REPAIR_PROMPT } from '../../llm/structured-output/repair.js';
import { PromptLibrary } from '../../prompts/library.js';
import { parsePrompt, type Prompt } from '../../prompts/prompt.js';
import { readRowsFile, type RowsFile } from '../../sources/rows-file.js';
import type { NewRun } from '../../store/runs.js';
import type { RebuildRequest } from '../family.js';
import { missingInput } from '../recorded.js';
import type { RowFamily, RowManifest, RowRun } from './row-family.js';

/** A source's rows. */
export interface RowsOf {
  readonly source: string;
  readonly file: RowsFile;
}

/** Reads the files of rows. @param sources file paths by source name @throws SOURCE_NOT_FOUND, SOURCE_* */
export const readRows = (
  sources: ReadonlyMap<string, string>,
  column: string | undefined,
): Promise<RowsOf[]> =>
  Promise.all(
    [...sources].map(async ([source, path]) => {
      if (!existsSync(path))
        throw new BenchwrightError('SOURCE_NOT_FOUND', {
          ...{ expected: 'a file of rows: .csv, .jsonl, or a text a line', found: 'no such path' },
          ...{ where: path, next: 'Check the path.' },
        });
      return { source, file: await readRowsFile(path, column) };
    }),
  );

/** The settings among the options of a command. @throws USAGE as the family's schema says */
export function rowSettings<S, C>(
  { spec, settings }: RowFamily<S, C>,
  options: Readonly<Record<string, unknown>>,
): S {
  const own = spec.options.map(nameOfOption).filter((name) => !COMMON.has(name));
  const given = own.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]] as const]));
  const parsed = settings.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw new BenchwrightError('USAGE', {
    expected: `options of ${spec.name}`,
    found: parsed.error.issues.map(({ path, message }) => `--${[...path, message].join(': ')}`).join('; '),
    next: `\`benchwright run ${spec.name} --help\` lists its options.`,
  });
}

/** Options of every row family, which are no settings of one. */
const COMMON: ReadonlySet<string> = new Set(['source', 'column']);

/** `--max-turns <n>` is the option `maxTurns`. */
const nameOfOption = ({ flags }: OptionSpec): string =>
  (/--([a-z0-9-]+)/.exec(flags)?.[1] ?? '').replace(/-([a-z0-9])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );

/** The family's prompts with that of repair turns. */
export function rowPrompts<S, C>({ stages }: RowFamily<S, C>): Prompt[] {
  const own = Object.entries(stages).map(([name, { prompt }]) => parsePrompt(prompt, `prompt of ${name}`));
  return [...own, PromptLibrary.open().get(REPAIR_PROMPT).prompt];
}

/** A run that has just been asked for. @param out absolute path of the export */
export function newRowRun<S, C>(
  family: RowFamily<S, C>,
  run: {
    readonly name: string;
    readonly out: string;
    readonly product: string;
    readonly seed: number;
    readonly review: Review;
    readonly settings: S;
    readonly models: FrozenModels;
    readonly rows: readonly RowsOf[];
  },
): NewRun {
  const { name, out, product, seed, review, settings, models, rows } = run;
  const prompts = rowPrompts(family);
  const frozen = {
    ...{ format: RUN_FORMAT, family: family.spec.name, product, seed, review, settings, models },
    sources: rows.map(({ source, file }) => ({
      ...{ name: source, kind: 'rows' as const, path: file.path, bytes: file.bytes, sha256: file.sha256 },
      rows: file.rows.length,
    })),
    prompts: prompts.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
  } satisfies RowRun<S>;
  const [first = ''] = Object.keys(family.stages);
  return {
    ...{ name, out: resolve(out), roots: {}, shards: [] },
    frozen: frozen as unknown as NewRun['frozen'],
    documents: [
      ...prompts.map(({ id, text }) => ({ kind: 'prompt' as const, name: id, text })),
      ...(review === 'none'
        ? []
        : Object.entries(family.gates).map(([gate, { guideline }]) => ({
            ...{ kind: 'guideline' as const, name: gate, text: guideline },
          }))),
    ],
    subjects: {
      stage: first,
      subjects: rows.flatMap(({ source, file }) =>
        file.rows.map((row) => ({
          subject: `${source}/${row.id}`,
          input: { ...row, source, file: file.path },
        })),
      ),
    },
  };
}

/** The run that a manifest describes, as if it had just been asked for. @throws REBUILD_INPUT_MISSING, SOURCE_* */
export async function describedRows<S, C>(
  family: RowFamily<S, C>,
  { column }: Pick<RebuildRequest, 'column'>,
  manifest: RowManifest<S>,
  given: ReadonlyMap<string, string>,
): Promise<NewRun> {
  const { seed, product, review, settings, models } = manifest;
  const rows = await readRows(givenOf(manifest.sources, given), column);
  for (const { source, file } of rows) {
    const wanted = manifest.sources.find(({ name }) => name === source);
    if (wanted?.sha256 !== file.sha256)
      throw missingInput(
        `${wanted?.path ?? source} (SHA-256 ${wanted?.sha256.slice(0, 12) ?? ''}…)`,
        `another content (SHA-256 ${file.sha256.slice(0, 12)}…)`,
        'Give the file that the export was made from.',
      );
  }
  assertSamePrompts(family, manifest);
  const place = { name: 'rebuild', out: 'rebuild' };
  return newRowRun(family, { ...place, product, seed, review, settings, models: asFrozen(models), rows });
}

function givenOf(sources: readonly RowsSource[], given: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    sources.map(({ name, path }) => {
      const file = given.get(name);
      if (file !== undefined) return [name, file];
      throw missingInput(
        `the source "${name}" (${path})`,
        'no --source for it',
        `Add --source ${name}=FILE.`,
      );
    }),
  );
}

function assertSamePrompts<S, C>(family: RowFamily<S, C>, { prompts }: RowManifest<S>): void {
  const known = new Map(rowPrompts(family).map((prompt) => [prompt.id, prompt]));
  for (const { id, version, sha256 } of prompts)
    if (known.get(id)?.sha256 !== sha256)
      throw missingInput(
        `the prompt ${id}, version ${version} (SHA-256 ${sha256.slice(0, 12)}…)`,
        known.has(id) ? 'another text' : 'no such prompt',
        'Use the version of the extension that made the export.',
      );
}
