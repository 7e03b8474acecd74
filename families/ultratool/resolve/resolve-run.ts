import { resolve } from 'node:path';
import { productVersion } from '../../../app/product-version.js';
import { guidelineOf, reviewOf } from '../../../app/resolve/review-policy.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { RUN_FORMAT } from '../../../core/frozen-parts.js';
import type { FrozenModels } from '../../../core/model-config.js';
import { isReviewed, type Review } from '../../../core/review/policy.js';
import { WRITING_GATE, type UltraToolSettings } from '../../../core/ultratool/run.js';
import { frozenModels } from '../../../app/resolve/frozen-models.js';
import { promptFolder } from '../../../app/resolve/prompt-folder.js';
import { REPAIR_PROMPT } from '../../../llm/structured-output/repair.js';
import { PromptLibrary } from '../../../prompts/library.js';
import { EMBEDDER_ROOT } from '../../../core/embedder.js';
import { GUIDELINE, guidelinePlace, type RunDocument } from '../../../store/documents.js';
import type { NewRun } from '../../../store/runs.js';
import type { ResolveRequest } from '../../parts/planning.js';
import { queryKind } from '../query-review.js';
import { mergeKind, planKind } from '../review.js';
import { ultraTool } from '../spec.js';
import { rolesAsked } from '../../../core/family.js';
import { writingKind } from '../writing-review.js';
import { domainCheck } from './domains.js';
import { NOTHING_READ, readInput } from './inputs.js';
import { ultraToolSettings, type UltraToolGiven, type UltraToolSettled } from './settings.js';

/** Inputs that a regenerated run keeps from an export. */
export interface KeptInputs extends UltraToolSettled {
  readonly review: Review;
  /** Undefined: no review. */
  readonly guideline: string | undefined;
  readonly models: FrozenModels | undefined;
  /** Written queries; undefined if there are none. */
  readonly written: RunDocument | undefined;
}

/**
 * Resolves the spec of an `ultratool` run: its samples, settings, models and prompts.
 * @param kept inputs of the regenerated export
 * @throws USAGE, SOURCE_*, EMBEDDER_UNAVAILABLE, CONFIG_INVALID for a role without a model, PROMPT_INVALID
 */
export async function resolveUltraTool(
  { context, store, name, out, options }: ResolveRequest,
  kept?: KeptInputs,
): Promise<NewRun<'ultratool'>> {
  const given = options as UltraToolGiven;
  const { seed } = given;
  const { settings, modelFolder } = await ultraToolSettings(context, given, kept);
  const input = givenInput(given, settings.generate?.write !== undefined);
  if (settings.embedder.kind === 'openai' && given.rehearse === true)
    throw usage(
      '--rehearse with an embedder of this machine: lexical, or local:FOLDER',
      settings.embedder.model,
    );
  const check = kept || input === undefined ? undefined : domainCheck(given.domains, input.path);
  const read = input && (await readInput(input.name, input.path, settings, check?.onDomain));
  for (const note of check?.notes() ?? []) context.terminal.note(note);
  const { workItems, documents } = read ?? NOTHING_READ;
  const review = kept?.review ?? reviewOf(context, given.review ?? 'none', 'run');
  const guideline = isReviewed(review)
    ? (kept?.guideline ?? (await guidelineOf(context, planKind)))
    : undefined;
  const asking = ultraTool.stages
    .filter(({ asks, when }) => asks !== undefined && (when?.({ settings, reviewed: false }) ?? true))
    .map(({ name: stage }) => stage);
  const library = PromptLibrary.open(promptFolder(context, given));
  const prompts = asking.length === 0 ? [] : promptsOf(settings).map((id) => library.get(id).prompt);
  const [stage = '', ...moreStages] = asking;
  const gates = [
    ...(settings.generate?.write ? [[WRITING_GATE, writingKind] as const] : []),
    ...(settings.generate?.review ? [['queries', queryKind] as const] : []),
    ...(settings.merge?.review ? [['merges', mergeKind] as const] : []),
  ];
  const guidelines = await Promise.all(
    gates.map(async ([gate, kind]) => ({ ...guidelinePlace(gate), text: await kind.guideline() })),
  );
  return {
    ...{ name, out: resolve(out), shards: [] },
    // So that `regenerate` finds the file again.
    roots: {
      ...(input && { [input.name]: resolve(input.path) }),
      ...(modelFolder === undefined ? {} : { [EMBEDDER_ROOT]: modelFolder }),
    },
    frozen: {
      ...{ format: RUN_FORMAT, family: 'ultratool', product: productVersion(), seed, review, settings },
      ...(asking.length > 0 && {
        models: await frozenModels(context, store, {
          ...{
            family: 'ultratool',
            stage,
            moreStages,
            roles: rolesAsked(ultraTool, { settings, reviewed: false }),
          },
          ...{ rehearsal: given.rehearse === true, batch: given.batch === true, before: kept?.models },
        }),
      }),
      sources: read ? [read.source] : [],
      prompts: prompts.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    },
    documents: [
      ...documents,
      ...(guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }]),
      ...guidelines,
      ...(kept?.written === undefined ? [] : [kept.written]),
      ...prompts.map(({ id, text }) => ({ kind: 'prompt' as const, name: id, text })),
    ],
    workItems,
  };
}

const usage = (expected: string, found: string): BenchwrightError =>
  new BenchwrightError('USAGE', { expected, found, next: 'See `benchwright run ultratool --help`.' });

/** @throws USAGE */
function givenInput(
  { samples, queries }: UltraToolGiven,
  writes: boolean,
): { readonly name: 'samples' | 'queries'; readonly path: string } | undefined {
  const expected = '--queries FILE, --write NUMBER, or both; or --samples FILE';
  if (samples !== undefined && (queries !== undefined || writes))
    throw usage(expected, 'samples and queries');
  if (samples !== undefined) return { name: 'samples', path: samples };
  if (queries !== undefined) return { name: 'queries', path: queries };
  if (writes) return undefined;
  throw usage(expected, 'none of them');
}

const promptsOf = ({ generate, repair }: UltraToolSettings): string[] => [
  ...(generate ? ['ultratool/queries', 'ultratool/plan', 'ultratool/tools', 'ultratool/calls'] : []),
  ...(repair ? ['ultratool/repair'] : []),
  REPAIR_PROMPT,
];
