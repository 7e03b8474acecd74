import { resolve } from 'node:path';
import type { Config } from '../../core/config.js';
import { sectionOf } from '../../core/config-section.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { asFrozen, type FrozenModels } from '../../core/model-config.js';
import { isReviewed, type Review } from '../../core/review/policy.js';
import { REPAIR_PROMPT } from '../../llm/structured-output/repair.js';
import { PromptLibrary } from '../../prompts/library.js';
import { parsePrompt, type Prompt } from '../../prompts/prompt.js';
import type { NewRun } from '../../store/runs.js';
import type { RebuildRequest } from '../family.js';
import { isGiven, optionName } from '../option-name.js';
import { missingInput } from '../recorded.js';
import { readRowsAgain, rowsAsWorkItems, rowsSources, type RowsOf } from '../rows.js';
import type { RowFamily, RowManifest, RowRun } from './row-family.js';
import { ownPart } from '../../core/own-part.js';

/**
 * The settings in the options of a command, which override the configuration's fields with the same names.
 * @throws USAGE if the family's schema rejects them
 */
export function rowSettings<S, C>(
  { spec, settings }: RowFamily<S, C>,
  options: Readonly<Record<string, unknown>>,
  config: Config,
): S {
  const own = spec.options.map(optionName).filter((name) => !COMMON.has(name));
  const given = own.flatMap((name) =>
    ownPart(options, name) === undefined ? [] : [[name, ownPart(options, name)] as const],
  );
  const configured = Object.entries(sectionOf(config, spec)).filter(
    ([name]) => !isGiven(ownPart(options, name)),
  );
  const parsed = settings.safeParse(Object.fromEntries([...given, ...configured]));
  if (parsed.success) return parsed.data;
  throw new BenchwrightError('USAGE', {
    expected: `options of ${spec.name}`,
    found: parsed.error.issues.map(({ path, message }) => `--${[...path, message].join(': ')}`).join('; '),
    next: `\`benchwright run ${spec.name} --help\` lists its options.`,
  });
}

/** Options of all row families, which are not settings. */
const COMMON: ReadonlySet<string> = new Set(['source', 'column', 'encoding']);

/** The family's prompts, and the one for repair turns. */
export function rowPrompts<S, C>({ stages }: RowFamily<S, C>): Prompt[] {
  const own = Object.entries(stages).map(([name, { prompt }]) => parsePrompt(prompt, `prompt of ${name}`));
  return [...own, PromptLibrary.open().get(REPAIR_PROMPT).prompt];
}

/** A new run. @param out absolute path of the export */
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
    /** Where the sources are. */
    readonly roots?: ReadonlyMap<string, string>;
  },
): NewRun {
  const { name, out, product, seed, review, settings, models, rows, roots = new Map<string, string>() } = run;
  const prompts = rowPrompts(family);
  const frozen = {
    ...{ format: RUN_FORMAT, family: family.spec.name, product, seed, review, settings, models },
    sources: rowsSources(rows),
    prompts: prompts.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
  } satisfies RowRun<S>;
  const [first = ''] = Object.keys(family.stages);
  return {
    ...{ name, out: resolve(out), roots: Object.fromEntries(roots), shards: [] },
    frozen: frozen as unknown as NewRun['frozen'],
    documents: [
      ...prompts.map(({ id, text }) => ({ kind: 'prompt' as const, name: id, text })),
      ...(isReviewed(review)
        ? Object.entries(family.gates).map(([gate, { guideline }]) => ({
            ...{ kind: 'guideline' as const, name: gate, text: guideline },
          }))
        : []),
    ],
    workItems: rowsAsWorkItems(first, rows),
  };
}

/** The run that a manifest describes, as a new run. @throws REBUILD_INPUT_MISSING, SOURCE_* */
export async function describedRows<S, C>(
  family: RowFamily<S, C>,
  of: Pick<RebuildRequest, 'column' | 'home'>,
  manifest: RowManifest<S>,
  given: ReadonlyMap<string, string>,
): Promise<NewRun> {
  const { seed, product, review, settings, models } = manifest;
  const rows = await readRowsAgain(manifest.sources, given, of);
  assertSamePrompts(family, manifest);
  const place = { name: 'rebuild', out: 'rebuild' };
  return newRowRun(family, { ...place, product, seed, review, settings, models: asFrozen(models), rows });
}

function assertSamePrompts<S, C>(family: RowFamily<S, C>, { prompts }: RowManifest<S>): void {
  const known = new Map(rowPrompts(family).map((prompt) => [prompt.id, prompt]));
  for (const { id, version, sha256 } of prompts)
    if (known.get(id)?.sha256 !== sha256)
      throw missingInput(
        `the prompt ${id}, version ${version} (SHA-256 ${sha256.slice(0, 12)}…)`,
        known.has(id) ? 'another text' : 'no such prompt',
        'Use the version of Benchwright or of the extension that made the export.',
      );
}
