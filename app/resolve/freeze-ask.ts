import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { askStageOf, type AskStage } from '../../core/ask/run.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { ROLES } from '../../core/model-call.js';
import { PromptLibrary } from '../../prompts/library.js';
import { readRowsFile, type RowsFile } from '../../sources/rows-file.js';
import type { NewRun } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { Context } from '../context.js';
import { frozenModels } from './frozen-models.js';
import { oneOf } from '../one-of.js';
import { parseSources, ROWS_NAMES } from '../sources/parse-sources.js';
import { productVersion } from '../product-version.js';

type Role = (typeof ROLES)[number];

/** What a person says of a run of `ask` besides name, sources and place. */
export interface AskOptions {
  readonly role?: string;
  /** Role that plays the user: rows are talked over then. */
  readonly user?: string;
  readonly turns?: number;
  readonly samples?: number;
  /** Column that holds the text. */
  readonly column?: string;
  readonly prompts?: string;
  /** Stand-in answers instead of a model's. */
  readonly rehearse?: boolean;
  /** In batches, at half the price. */
  readonly batch?: boolean;
}

export interface AskRequest extends AskOptions {
  readonly name: string;
  /** `NAME=FILE`, as typed. */
  readonly sources: readonly string[];
  readonly seed: number;
  readonly out: string;
}

const DEFAULT_TURNS = 6;
const DEFAULT_SAMPLES = 3;
const PROMPTS = ['ask/question', 'ask/user'] as const;

/**
 * Reads the rows and freezes what a run of `ask` depends on: rows, models of its roles, prompts, epochs.
 * @throws USAGE, SOURCE_*, CONFIG_INVALID for a role without a model, PROMPT_INVALID
 */
export async function freezeAsk(context: Context, store: Store, request: AskRequest): Promise<NewRun<'ask'>> {
  const { name, seed, out, turns = DEFAULT_TURNS, samples = DEFAULT_SAMPLES } = request;
  const role = roleOf('--role', request.role ?? 'generator');
  const user = request.user === undefined ? null : roleOf('--user', request.user);
  const stage = askStageOf({ user });
  const sources = [...parseSources(request.sources, ROWS_NAMES)];
  const files = await Promise.all(sources.map(([source, path]) => readSource(source, path, request.column)));
  const library = PromptLibrary.open(promptFolder(context, request));
  const prompts = PROMPTS.map((id) => library.get(id).prompt);
  const roles = user === null ? [role] : [role, user];
  const rehearsal = request.rehearse === true;
  const batch = request.batch === true;
  const models = await frozenModels(context, store, { family: 'ask', stage, roles, rehearsal, batch });
  return {
    name,
    out: resolve(out),
    frozen: {
      format: RUN_FORMAT,
      family: 'ask',
      product: productVersion(),
      seed,
      review: 'none',
      settings: { role, user, turns, samples },
      models,
      sources: files.map(({ source, file }) => ({
        name: source,
        kind: 'rows' as const,
        path: file.path,
        bytes: file.bytes,
        sha256: file.sha256,
        rows: file.rows.length,
      })),
      prompts: prompts.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    },
    roots: {},
    shards: [],
    documents: prompts.map(({ id, text }) => ({ kind: 'prompt' as const, name: id, text })),
    subjects: rowsAsSubjects(stage, files),
  };
}

/** Rows of files as the stage that asks them takes them. */
export const rowsAsSubjects = (
  stage: AskStage,
  files: readonly { readonly source: string; readonly file: RowsFile }[],
): NonNullable<NewRun['subjects']> => ({
  stage,
  subjects: files.flatMap(({ source, file }) =>
    file.rows.map((row) => ({
      subject: `${source}/${row.id}`,
      input: { ...row, source, file: file.path },
    })),
  ),
});

const roleOf = (option: string, text: string): Role => oneOf<Role>(option, text, ROLES, 'run');

/** The folder of the user's own prompts, as typed or configured. */
export function promptFolder(
  { config, configFile }: Context,
  { prompts }: { readonly prompts?: string },
): string | undefined {
  if (prompts !== undefined) return resolve(prompts);
  const base = configFile === undefined ? process.cwd() : dirname(configFile);
  return config.prompts === undefined ? undefined : resolve(base, config.prompts);
}

async function readSource(
  source: string,
  path: string,
  column: string | undefined,
): Promise<{ source: string; file: RowsFile }> {
  if (!existsSync(path)) {
    throw new BenchwrightError('SOURCE_NOT_FOUND', {
      expected: 'a file of rows: .csv, .jsonl, or a text a line',
      found: 'no such path',
      where: path,
      next: 'Check the path.',
    });
  }
  return { source, file: await readRowsFile(path, column) };
}
