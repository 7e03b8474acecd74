import { resolve } from 'node:path';
import { productVersion } from '../../../app/product-version.js';
import { frozenModels } from '../../../app/resolve/frozen-models.js';
import { promptFolder } from '../../../app/resolve/prompt-folder.js';
import { guidelineOf, reviewOf } from '../../../app/resolve/review-policy.js';
import { EMBEDDER_ROOT } from '../../../core/embedder.js';
import { rolesAsked, stagesOf } from '../../../core/family.js';
import { RUN_FORMAT } from '../../../core/frozen-parts.js';
import type { FrozenModels } from '../../../core/model-config.js';
import { isReviewed, type Review } from '../../../core/review/policy.js';
import { TOOLS_GATE, WRITING_GATE, type ToolEyesSettings } from '../../../core/tooleyes/run.js';
import { REPAIR_PROMPT } from '../../../llm/structured-output/repair.js';
import { toolEyesJudges } from '../../../prompts/tooleyes/judge/prompts.js';
import { SYSTEM_PROMPTS } from '../../../prompts/tooleyes/prompts.js';
import { changingOf, rootsOf } from '../../../app/resolve/called-tools.js';
import { PromptLibrary } from '../../../prompts/library.js';
import { GUIDELINE, guidelinePlace, type RunDocument } from '../../../store/documents.js';
import type { NewRun } from '../../../store/runs.js';
import type { ResolveRequest } from '../../parts/planning.js';
import { itemKind, judgementKind, queryKind } from '../review.js';
import { toolEyes } from '../spec.js';
import type { Frames } from '../../../stages/tooleyes/context.js';
import { toolKind } from '../tool-review.js';
import { toolsGiven, withCalled, type PlacedBefore } from './tools.js';
import { writingKind } from '../writing-review.js';
import { readFrames } from './frames.js';
import { readInput, readServed, type Served } from './inputs.js';
import { toolEyesUsage, type ToolEyesGiven } from './given.js';
import { toolEyesSettings, type ToolEyesSettled } from './settings.js';

/** Inputs that a regenerated run keeps from an export. */
export interface KeptInputs extends ToolEyesSettled {
  readonly review: Review;
  /** Undefined: no review. */
  readonly guideline: string | undefined;
  readonly models: FrozenModels | undefined;
  /** Published system prompts that it used. */
  readonly frames: Frames | undefined;
  /** Written queries and decisions on tools; undefined if there are none, or if they are to be decided again. */
  readonly written: RunDocument | undefined;
  readonly toolsDecided: RunDocument | undefined;
  /** File with the facts of its tools. */
  readonly facts: string | undefined;
  /** Tools given to it, which are in its library; undefined if none were given, or if others are given now. */
  readonly tools: PlacedBefore | undefined;
}

/**
 * Resolves the spec of a `tooleyes` run: its library, scenarios, queries, settings, models and prompts.
 * @param kept inputs of the regenerated export
 * @throws USAGE, SOURCE_UNREADABLE, EMBEDDER_UNAVAILABLE, CONFIG_INVALID for a role without a model, PROMPT_INVALID
 */
export async function resolveToolEyes(
  { context, store, name, out, options }: ResolveRequest,
  kept?: KeptInputs,
): Promise<NewRun<'tooleyes'>> {
  const given = options as ToolEyesGiven;
  const { seed, library, queries, scenarios } = given;
  const tools = await toolsGiven(context, given, kept?.tools);
  if (library === undefined && tools === undefined)
    throw toolEyesUsage('--library FOLDER, or --tools FROM', 'no library of tools');
  assertOneOrigin(given, kept !== undefined);
  const { templates = [] } = given;
  const frames = templates.length === 0 ? kept?.frames : await readFrames(templates);
  const facts = given.toolFacts ?? kept?.facts;
  const places = {
    ...{ library, scenarios, queries, frames, facts, assigned: given.scenario },
    ...{ given: tools?.given, placed: tools?.placed },
  };
  const served = await readServed(places);
  const { settings: asIs, modelFolder } = await toolEyesSettings(context, given, served, kept);
  const settings = withCalled(context, { given, tools, served, kept }, asIs);
  assertWritten(settings, served);
  if (settings.embedder.kind === 'openai' && given.rehearse === true)
    throw toolEyesUsage(
      '--rehearse with an embedder of this machine: lexical, or local:FOLDER',
      settings.embedder.model,
    );
  const { sources, workItems, workItemsBefore, documents } = await readInput(places, served, settings);
  const review = kept?.review ?? reviewOf(context, given.review ?? 'none', 'run');
  const guideline = isReviewed(review)
    ? (kept?.guideline ?? (await guidelineOf(context, itemKind)))
    : undefined;
  const asking = new Set(toolEyes.stages.flatMap((one) => (one.asks ? [one.name] : [])));
  const [stage, ...moreStages] = stagesOf(toolEyes, { settings, reviewed: false }).filter((one) =>
    asking.has(one),
  );
  const promptLibrary = PromptLibrary.open(promptFolder(context, given));
  const prompts = promptsOf(settings, stage !== undefined).map((id) => promptLibrary.get(id).prompt);
  const gates = [
    ...(settings.reviewTools ? [[TOOLS_GATE, toolKind] as const] : []),
    ...(settings.write ? [[WRITING_GATE, writingKind] as const] : []),
    ...(settings.reviewQueries ? [['queries', queryKind] as const] : []),
    ...(settings.judge?.review ? [['judgements', judgementKind] as const] : []),
  ];
  const guidelines = await Promise.all(
    gates.map(async ([gate, kind]) => ({ ...guidelinePlace(gate), text: await kind.guideline() })),
  );
  return {
    ...{ name, out: resolve(out), shards: [] },
    changes: settings.trajectories ? changingOf(served.tools?.tools ?? [], settings.called ?? []) : [],
    // So that `regenerate` finds the files again.
    roots: {
      ...(library === undefined ? {} : { library: resolve(library) }),
      ...(tools && rootsOf(tools.targets)),
      ...(queries === undefined ? {} : { queries: resolve(queries) }),
      ...(scenarios === undefined ? {} : { scenarios: resolve(scenarios) }),
      ...(given.toolFacts === undefined ? {} : { facts: resolve(given.toolFacts) }),
      ...(modelFolder === undefined ? {} : { [EMBEDDER_ROOT]: modelFolder }),
    },
    frozen: {
      ...{ format: RUN_FORMAT, family: 'tooleyes', product: productVersion(), seed, review, settings },
      ...(stage !== undefined && {
        models: await frozenModels(context, store, {
          ...{
            family: 'tooleyes',
            stage,
            moreStages,
            roles: rolesAsked(toolEyes, { settings, reviewed: false }),
          },
          ...{ rehearsal: given.rehearse === true, batch: given.batch === true, before: kept?.models },
        }),
      }),
      sources,
      prompts: prompts.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    },
    documents: [
      ...(documents ?? []),
      ...(guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }]),
      ...guidelines,
      ...(settings.reviewTools === undefined || kept?.toolsDecided === undefined ? [] : [kept.toolsDecided]),
      ...(settings.write === undefined || kept?.written === undefined ? [] : [kept.written]),
      ...prompts.map(({ id, text }) => ({ kind: 'prompt' as const, name: id, text })),
    ],
    ...(workItemsBefore && workItemsBefore.length > 0 && { workItemsBefore }),
    ...(workItems && { workItems }),
  };
}

/** @throws USAGE if queries have no origin, or two */
function assertOneOrigin({ queries, draft, write }: ToolEyesGiven, isKept: boolean): void {
  const given = [queries, draft, write].filter((one) => one !== undefined).length;
  if (given === 1 || (given === 0 && isKept)) return;
  throw toolEyesUsage(
    'one of --queries FILE, --draft N and --write N',
    given === 0 ? 'none of them' : `${given} of them`,
  );
}

/** @throws USAGE if queries were written for a subcategory that the library lacks, as after `regenerate --library` */
function assertWritten({ write }: ToolEyesSettings, { library }: Served): void {
  const topics = new Set(library.map(({ category, name }) => `${category}/${name}`));
  const missing = write?.wanted.find(({ topic }) => !topics.has(topic));
  if (missing)
    throw toolEyesUsage('a library with the tools that queries were written for', `no ${missing.topic}`);
}

const promptsOf = (
  { health, writeDocuments, queries, trajectories, judge }: ToolEyesSettings,
  asks: boolean,
): string[] => [
  // Both are in the files, regardless of the one that trajectories use.
  ...Object.values(SYSTEM_PROMPTS).map(({ id }) => id),
  ...(health ? ['tooleyes/arguments'] : []),
  ...(writeDocuments ? ['tooleyes/document'] : []),
  ...(queries === 'drafted' ? ['tooleyes/drafts'] : []),
  ...(trajectories ? ['tooleyes/observation', 'tooleyes/user'] : []),
  ...(judge ? toolEyesJudges.map(({ id }) => id) : []),
  ...(asks ? [REPAIR_PROMPT] : []),
];
