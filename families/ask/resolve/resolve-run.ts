import { resolve } from 'node:path';
import { askStageOf } from '../../../core/ask/run.js';
import { RUN_FORMAT } from '../../../core/frozen-parts.js';
import type { FrozenModels } from '../../../core/model-config.js';
import { ROLES } from '../../../core/model-call.js';
import { PromptLibrary } from '../../../prompts/library.js';
import type { RowsSource } from '../../../core/rows-source.js';
import type { NewRun } from '../../../store/runs.js';
import type { Store } from '../../../store/store.js';
import type { Context } from '../../../app/context.js';
import { promptFolder } from '../../../app/resolve/prompt-folder.js';
import { frozenModels } from '../../../app/resolve/frozen-models.js';
import { oneOf } from '../../../app/one-of.js';
import { parseSources, ROWS_NAMES } from '../../../app/sources/parse-sources.js';
import type { RunOptions } from '../../parts/planning.js';
import { readRows, rowsAsWorkItems, rowsSources } from '../../rows.js';
import { productVersion } from '../../../app/product-version.js';

type Role = (typeof ROLES)[number];

/** Options of an `ask` run besides name, sources and output. */
export interface AskOptions {
  readonly role?: string;
  /** Role that simulates the user, for conversations. */
  readonly user?: string;
  readonly turns?: number;
  readonly samples?: number;
  /** The text column. */
  readonly column?: string;
  /** Encoding of files that are neither UTF-8 nor marked as UTF-16. */
  readonly encoding?: string;
  readonly prompts?: string;
  /** Use mock models. */
  readonly rehearse?: boolean | undefined;
  /** Use batches, at half price. */
  readonly batch?: boolean | undefined;
}

/** The options as a command reads them. */
export interface AskGiven extends AskOptions, RunOptions {
  /** `NAME=FILE`. */
  readonly source: readonly string[];
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
 * Reads the rows and resolves the spec of an `ask` run: rows, models, prompts, cache-busting generations.
 * @param before the base export's models and generations, which are kept, and its sources
 * @throws USAGE, SOURCE_*, CONFIG_INVALID for a role without a model, PROMPT_INVALID
 */
export async function resolveAsk(
  context: Context,
  store: Store,
  request: AskRequest,
  before?: { readonly models: FrozenModels; readonly sources: readonly RowsSource[] },
): Promise<NewRun<'ask'>> {
  const { name, seed, out, turns = DEFAULT_TURNS, samples = DEFAULT_SAMPLES } = request;
  const role = roleOf('--role', request.role ?? 'generator');
  const user = request.user === undefined ? null : roleOf('--user', request.user);
  const stage = askStageOf({ user });
  const sources = parseSources(request.sources, ROWS_NAMES);
  const rows = await readRows(sources, { ...request, before: before?.sources }, (line) =>
    context.terminal.note(line),
  );
  const library = PromptLibrary.open(promptFolder(context, request));
  const prompts = PROMPTS.map((id) => library.get(id).prompt);
  const roles = user === null ? [role] : [role, user];
  const rehearsal = request.rehearse === true;
  const batch = request.batch === true;
  const models = await frozenModels(context, store, {
    ...{ family: 'ask', stage, roles, rehearsal, batch, before: before?.models },
  });
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
      sources: rowsSources(rows),
      prompts: prompts.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    },
    // So that `regenerate` finds the files again.
    roots: Object.fromEntries(sources),
    shards: [],
    documents: prompts.map(({ id, text }) => ({ kind: 'prompt' as const, name: id, text })),
    workItems: rowsAsWorkItems(stage, rows),
  };
}

const roleOf = (option: string, text: string): Role => oneOf<Role>(option, text, ROLES, 'run');
