import { resolve } from 'node:path';
import { EMBEDDER_ROOT, SCHEMA_ROOT } from '../../stages/mtu-bench/run-context.js';
import { SETTINGS } from '../../core/mtu-bench/item.js';
import type { FrozenModels } from '../../core/model-config.js';
import type { Review } from '../../core/review/policy.js';
import { DUPLICATES_FAMILY, INTENTS_FAMILY } from '../../core/review/reject-reasons.js';
import type { RunSettings } from '../../core/mtu-bench/run.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { REPAIR_PROMPT } from '../../llm/structured-output/repair.js';
import { creationPrompts } from '../../prompts/mtu-bench/creation.js';
import { judgeIntent } from '../../prompts/mtu-bench/judge-intent.js';
import { recheckAnswer } from '../../prompts/mtu-bench/recheck-answer.js';
import { rewriteReply } from '../../prompts/mtu-bench/rewrite-reply.js';
import { rewriteRequest } from '../../prompts/mtu-bench/rewrite-request.js';
import { rewriteThought } from '../../prompts/mtu-bench/rewrite-thought.js';
import { PromptLibrary } from '../../prompts/library.js';
import { MTU_BENCH_PROMPTS } from '../../prompts/prompt.js';
import {
  DUPLICATES_GUIDELINE,
  GUIDELINE,
  INTENTS_GUIDELINE,
  TOPICS_DOCUMENT,
} from '../../store/documents.js';
import type { NewRun } from '../../store/runs.js';
import { assertDecisionsFit } from '../../transforms/mtu-bench/clustering/assert-decisions-fit.js';
import { parseDecisions } from '../../transforms/mtu-bench/clustering/decisions.js';
import { isUnsuitable } from '../../transforms/mtu-bench/checks/unsuitable-intents.js';
import { heldOutTopics } from '../../transforms/mtu-bench/splitting/held-out.js';
import { toolTopics, topicsAmong } from '../../transforms/mtu-bench/splitting/topics-table.js';
import { catalogueOf, openSources, type OpenSource } from '../sources/open-sources.js';
import { productVersion } from '../product-version.js';
import { readGuideline } from './review-policy.js';
import type { ResolvedSettings } from './run-settings.js';

/** What a person gives to `run`. */
export interface RunRequest {
  readonly name: string;
  /** `NAME=PATH`, as typed. */
  readonly sources: readonly string[];
  readonly seed: number;
  readonly out: string;
  readonly resolved: ResolvedSettings;
  /** Of the roles that the settings ask for something. */
  readonly models?: FrozenModels | undefined;
  /** How people decide on its items, and what they are told; absent: they do not. */
  readonly review?: { readonly policy: Review; readonly guideline: string } | undefined;
  /** Told of each file read. */
  readonly onProgress: (message: string) => void;
  /** Told before the files are read through, with how many bytes they have. */
  readonly onFound?: (bytes: number) => void;
}

/**
 * Looks through the sources and freezes what a run depends on: file digests, settings, prompts, tools, decisions on
 * clusters. A folder that is no such corpus, a damaged file, and decisions or topics on tools that are not there are
 * refused here, before a run exists (DESIGN.md, "Failure").
 * @throws USAGE, SOURCE_*, SCHEMA_INVALID, CLUSTERS_INVALID, TOPICS_INVALID, PROMPT_INVALID
 */
export async function freezeRun(request: RunRequest): Promise<NewRun<'mtu-bench'>> {
  const { name, seed, out, resolved, models } = request;
  const { schema } = resolved;
  const sources = await openSources(request.sources, request.onProgress, schema, request.onFound);
  assertFits(resolved, sources, seed);
  const library = PromptLibrary.open(resolved.prompts);
  const ids = [...SETTINGS.map((setting) => MTU_BENCH_PROMPTS[setting]), ...askedPrompts(resolved.settings)];
  const prompts = ids.map((id) => library.get(id).prompt);
  const frozen = {
    format: RUN_FORMAT,
    family: 'mtu-bench',
    product: productVersion(),
    seed,
    review: request.review?.policy ?? 'none',
    settings: resolved.settings,
    sources: sources.map((source) => source.frozen),
    prompts: prompts.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    ...(models && { models }),
  } as const;
  const texts = prompts.map((prompt) => ({ id: prompt.id, text: prompt.text }));
  const { guideline } = request.review ?? {};
  const { reviewIntents, reviewDuplicates } = resolved.settings;
  const parts = [
    ...(reviewIntents ? [{ ...INTENTS_GUIDELINE, text: await readGuideline(INTENTS_FAMILY) }] : []),
    ...(reviewDuplicates ? [{ ...DUPLICATES_GUIDELINE, text: await readGuideline(DUPLICATES_FAMILY) }] : []),
  ];
  return newRun({ name, out, frozen, sources, prompts: texts, resolved, guideline, parts });
}

/** The prompts that intents are judged and calls made with, and items checked again and rewritten. */
function askedPrompts({ judgeIntents, create, recheck, rewrite }: RunSettings): string[] {
  const ids = { requests: rewriteRequest.id, thoughts: rewriteThought.id, replies: rewriteReply.id };
  const asked = [
    ...(judgeIntents ? [judgeIntent.id] : []),
    ...(create ? creationPrompts.map(({ id }) => id) : []),
    ...(recheck ? [recheckAnswer.id] : []),
    ...(rewrite?.parts ?? []).map((part) => ids[part]),
  ];
  return asked.length === 0 ? [] : [...asked, REPAIR_PROMPT];
}

/** A run as the store takes it. */
export function newRun(parts: {
  readonly name: string;
  readonly out: string;
  readonly frozen: NewRun<'mtu-bench'>['frozen'];
  readonly sources: readonly OpenSource[];
  readonly prompts: readonly { readonly id: string; readonly text: string }[];
  readonly resolved: Pick<ResolvedSettings, 'decisions' | 'topics' | 'modelFolder' | 'schema'>;
  /** What reviewers are told, where there are any. */
  readonly guideline?: string | undefined;
  /** The same of those who decide on a part of it. */
  readonly parts?: NewRun['documents'];
}): NewRun<'mtu-bench'> {
  const { sources, prompts, guideline } = parts;
  const { decisions, topics, modelFolder, schema } = parts.resolved;
  return {
    name: parts.name,
    out: resolve(parts.out),
    frozen: parts.frozen,
    roots: {
      ...Object.fromEntries(sources.map((source) => [source.frozen.name, source.root])),
      ...(modelFolder === undefined ? {} : { [EMBEDDER_ROOT]: modelFolder }),
      ...(schema === undefined ? {} : { [SCHEMA_ROOT]: schema }),
    },
    shards: sources.flatMap((source) => source.shards),
    documents: [
      { kind: 'catalogue', name: 'catalogue', text: JSON.stringify(catalogueOf(sources)) },
      ...(decisions === undefined
        ? []
        : [{ kind: 'decisions' as const, name: 'decisions', text: decisions }]),
      ...(topics === undefined ? [] : [{ ...TOPICS_DOCUMENT, text: topics }]),
      ...sources.flatMap(({ frozen, renaming }) =>
        renaming ? [{ kind: 'renaming' as const, name: frozen.name, text: JSON.stringify(renaming) }] : [],
      ),
      ...(guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }]),
      ...(parts.parts ?? []),
      ...prompts.map(({ id, text }) => ({ kind: 'prompt' as const, name: id, text })),
    ],
  };
}

/** Decisions and topics name what the sources have; where a model makes tools, what they name is known after that. */
function assertFits(
  { settings, decisions, topics }: ResolvedSettings,
  sources: readonly OpenSource[],
  seed: number,
): void {
  const catalogue = catalogueOf(sources);
  const where = 'the file of cluster decisions';
  const parsed = decisions === undefined ? undefined : parseDecisions(decisions, where);
  if (settings.create) return;
  if (parsed !== undefined) assertDecisionsFit(parsed, catalogue, where);
  for (const pattern of settings.dropIntents ?? [])
    if (!Object.keys(catalogue.tools).some((tool) => isUnsuitable(tool, [pattern], catalogue)))
      throw new BenchwrightError('USAGE', {
        expected: 'intents to drop that the sources have',
        found: `no tool is named by "${pattern}"`,
        next: 'data/tool-mapping.json of an export lists the ids of all tools.',
      });
  const topicFor = toolTopics(catalogue, topics);
  heldOutTopics(topicsAmong(Object.keys(catalogue.tools), topicFor), settings.split.heldOut, seed);
}
