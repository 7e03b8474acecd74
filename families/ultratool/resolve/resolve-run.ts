import { resolve } from 'node:path';
import { productVersion } from '../../../app/product-version.js';
import { guidelineOf, reviewOf } from '../../../app/resolve/review-policy.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { RUN_FORMAT } from '../../../core/frozen-parts.js';
import type { FrozenModels } from '../../../core/model-config.js';
import { isReviewed, type Review } from '../../../core/review/policy.js';
import type { UltraToolSettings } from '../../../core/ultratool/run.js';
import { frozenModels } from '../../../app/resolve/frozen-models.js';
import { promptFolder } from '../../../app/resolve/prompt-folder.js';
import { REPAIR_PROMPT } from '../../../llm/structured-output/repair.js';
import { PromptLibrary } from '../../../prompts/library.js';
import { EMBEDDER_ROOT } from '../../../core/embedder.js';
import { GUIDELINE, guidelinePlace } from '../../../store/documents.js';
import type { NewRun } from '../../../store/runs.js';
import type { ResolveRequest } from '../../parts/planning.js';
import { queryKind } from '../query-review.js';
import { mergeKind, planKind } from '../review.js';
import { ultraTool } from '../spec.js';
import { readInput } from './inputs.js';
import { ultraToolSettings, type UltraToolGiven, type UltraToolSettled } from './settings.js';

/** What a regenerated run keeps of an export. */
export interface KeptInputs extends UltraToolSettled {
  readonly review: Review;
  /** Undefined: nobody reviews it. */
  readonly guideline: string | undefined;
  readonly models: FrozenModels | undefined;
}

/**
 * Resolves the spec of an `ultratool` run: its samples, settings, models and prompts.
 * @param kept of the export that is regenerated
 * @throws USAGE, SOURCE_*, EMBEDDER_UNAVAILABLE, CONFIG_INVALID for a role without a model, PROMPT_INVALID
 */
export async function resolveUltraTool(
  { context, store, name, out, options }: ResolveRequest,
  kept?: KeptInputs,
): Promise<NewRun<'ultratool'>> {
  const given = options as UltraToolGiven;
  const { seed } = given;
  const { settings, modelFolder } = await ultraToolSettings(context, given, kept);
  const input = givenInput(given);
  if (settings.embedder.kind === 'openai' && given.rehearse === true)
    throw usage(
      '--rehearse with an embedder of this machine: lexical, or local:FOLDER',
      settings.embedder.model,
    );
  const { source, subjects, documents } = await readInput(input.name, input.path, settings);
  const review = kept?.review ?? reviewOf(context, given.review ?? 'none', 'run');
  const guideline = isReviewed(review)
    ? (kept?.guideline ?? (await guidelineOf(context, planKind)))
    : undefined;
  const asking = ultraTool.stages
    .filter(({ asks, when }) => asks === true && (when?.({ settings, reviewed: false }) ?? true))
    .map(({ name: stage }) => stage);
  const library = PromptLibrary.open(promptFolder(context, given));
  const prompts = asking.length === 0 ? [] : promptsOf(settings).map((id) => library.get(id).prompt);
  const [stage = '', ...moreStages] = asking;
  const gates = [
    ...(settings.generate?.review ? [['queries', queryKind] as const] : []),
    ...(settings.merge?.review ? [['merges', mergeKind] as const] : []),
  ];
  const told = await Promise.all(
    gates.map(async ([gate, kind]) => ({ ...guidelinePlace(gate), text: await kind.guideline() })),
  );
  return {
    ...{ name, out: resolve(out), shards: [] },
    // So that `regenerate` finds the file again.
    roots: {
      [source.name]: resolve(input.path),
      ...(modelFolder === undefined ? {} : { [EMBEDDER_ROOT]: modelFolder }),
    },
    frozen: {
      ...{ format: RUN_FORMAT, family: 'ultratool', product: productVersion(), seed, review, settings },
      ...(asking.length > 0 && {
        models: await frozenModels(context, store, {
          ...{ family: 'ultratool', stage, moreStages, roles: rolesOf(settings) },
          ...{ rehearsal: given.rehearse === true, batch: given.batch === true, before: kept?.models },
        }),
      }),
      sources: [source],
      prompts: prompts.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    },
    documents: [
      ...documents,
      ...(guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }]),
      ...told,
      ...prompts.map(({ id, text }) => ({ kind: 'prompt' as const, name: id, text })),
    ],
    subjects,
  };
}

const usage = (expected: string, found: string): BenchwrightError =>
  new BenchwrightError('USAGE', { expected, found, next: 'See `benchwright run ultratool --help`.' });

/** @throws USAGE */
function givenInput({ samples, queries }: UltraToolGiven): {
  readonly name: 'samples' | 'queries';
  readonly path: string;
} {
  if (samples !== undefined && queries !== undefined) throw usage('--samples FILE or --queries FILE', 'both');
  if (samples !== undefined) return { name: 'samples', path: samples };
  if (queries !== undefined) return { name: 'queries', path: queries };
  throw usage('--samples FILE or --queries FILE', 'no file');
}

const rolesOf = ({ generate, repair }: UltraToolSettings): ('generator' | 'planner' | 'refiner')[] => [
  ...(generate ? (['generator', 'planner'] as const) : []),
  ...(repair ? (['refiner'] as const) : []),
];

const promptsOf = ({ generate, repair }: UltraToolSettings): string[] => [
  ...(generate ? ['ultratool/queries', 'ultratool/plan', 'ultratool/tools', 'ultratool/calls'] : []),
  ...(repair ? ['ultratool/repair'] : []),
  REPAIR_PROMPT,
];
