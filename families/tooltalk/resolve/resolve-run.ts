import { resolve } from 'node:path';
import { oneOf } from '../../../app/one-of.js';
import { productVersion } from '../../../app/product-version.js';
import { frozenModels } from '../../../app/resolve/frozen-models.js';
import { promptFolder } from '../../../app/resolve/prompt-folder.js';
import { guidelineOf, reviewOf } from '../../../app/resolve/review-policy.js';
import { assertTime } from '../../../app/simulators/start.js';
import { sha256Hex } from '../../../core/digest.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import type { FrozenModels } from '../../../core/model-config.js';
import { RUN_FORMAT } from '../../../core/frozen-parts.js';
import { byText } from '../../../core/ids.js';
import { isReviewed, type Review } from '../../../core/review/policy.js';
import type { ToolTalkDatabase } from '../../../core/tooltalk/files.js';
import {
  CHECK_STAGE,
  CONVERSE_STAGE,
  SCENARIOS_STAGE,
  type ToolTalkSettings,
} from '../../../core/tooltalk/run.js';
import { REPAIR_PROMPT } from '../../../llm/structured-output/repair.js';
import { PromptLibrary } from '../../../prompts/library.js';
import { SUITES, suitesOf, USUAL } from '../../../simulators/suites/registry.js';
import { databaseShapesOf, databasesFrom } from '../../../simulators/suites/databases.js';
import { PUBLISHED_SEED } from '../../../simulators/suites/state.js';
import type { Suite } from '../../../simulators/suites/suite.js';
import { readToolTalkFolder, type ToolTalkFile } from '../../../sources/tooltalk/read-folder.js';
import { conversationId, type ConversationToCheck } from '../../../stages/tooltalk/check-conversations.js';
import { conversationToWrite } from '../../../stages/tooltalk/conversation-to-write.js';
import { DATABASES_DOCUMENT } from '../../../stages/tooltalk/context.js';
import { GUIDELINE, guidelinePlace } from '../../../store/documents.js';
import type { NewRun } from '../../../store/runs.js';
import { scenarioPrompts } from '../../../transforms/tooltalk/scenario-prompts.js';
import type { ResolveRequest } from '../../parts/planning.js';
import { assertWriting } from '../../parts/writing.js';
import { conversationKind, scenarioKind } from '../review.js';
import type { ToolTalkGiven } from './given.js';
import { databasesOf, namedSuites } from './suites.js';
import { objectFrom, writeJson } from '../../../core/json.js';

/** Inputs that a regenerated run keeps from an export. */
export interface KeptInputs {
  readonly review: Review;
  /** Undefined: no review. */
  readonly guideline: string | undefined;
  readonly models: FrozenModels | undefined;
  /** Absent if other databases are requested. */
  readonly databases: ReadonlyMap<string, ToolTalkDatabase> | undefined;
  /** Review policy for scenarios. */
  readonly scenarios: Review | undefined;
}

/** Roles that generate conversations. */
const ROLES = ['generator', 'simulator', 'planner'] as const;
const PROMPTS = ['tooltalk/scenarios', 'tooltalk/user', 'tooltalk/assistant', REPAIR_PROMPT] as const;

/**
 * Resolves the spec of a `tooltalk` run: databases, conversations or scenario prompts, models, prompts.
 * @param kept inputs of the regenerated export
 * @throws USAGE, SOURCE_*, CONFIG_INVALID for a role without a model, PROMPT_INVALID
 */
export async function resolveToolTalk(
  { context, store, name, out, options }: ResolveRequest,
  kept?: KeptInputs,
): Promise<NewRun<'tooltalk'>> {
  const given = options as ToolTalkGiven;
  const { seed } = given;
  const read = given.conversations === undefined ? undefined : await readFiles(given.conversations);
  const settings = withScenarioReview(settingsOf(given), context, given, kept);
  const asks = settings.generate !== undefined;
  const databases = kept?.databases ?? (await databasesOf(given, seed, suitesOf(settings.suites)));
  const review = kept?.review ?? reviewOf(context, given.review ?? 'none', 'run');
  const library = PromptLibrary.open(promptFolder(context, given));
  if (settings.write) assertWriting(review, '--write', '--review tooltalk');
  const prompts = asks ? PROMPTS.map((id) => library.get(id).prompt) : [];
  const scenarioGuideline = settings.generate?.review && (await scenarioKind.guideline());
  const guideline = isReviewed(review)
    ? (kept?.guideline ?? (await guidelineOf(context, conversationKind)))
    : undefined;
  return {
    ...{ name, out: resolve(out), shards: [] },
    // So that `regenerate` finds the conversations again.
    roots: given.conversations === undefined ? {} : { conversations: resolve(given.conversations) },
    frozen: {
      ...{ format: RUN_FORMAT, family: 'tooltalk', product: productVersion(), seed, review, settings },
      ...(asks && {
        models: await frozenModels(context, store, {
          ...{ family: 'tooltalk', stage: SCENARIOS_STAGE, moreStages: [CONVERSE_STAGE], roles: [...ROLES] },
          ...{ rehearsal: given.rehearse === true, batch: given.batch === true, before: kept?.models },
        }),
      }),
      sources: sourcesOf(databases, read),
      prompts: prompts.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    },
    documents: [
      { ...DATABASES_DOCUMENT, text: databasesText(databases) },
      ...(guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }]),
      ...(scenarioGuideline === undefined
        ? []
        : [{ ...guidelinePlace('scenarios'), text: scenarioGuideline }]),
      ...prompts.map(({ id, text }) => ({ kind: 'prompt' as const, name: id, text })),
    ],
    workItems: toolTalkWorkItems(settings, seed, read, databases),
  };
}

/** Databases as stored by a run, by name. */
export const databasesText = (databases: ReadonlyMap<string, ToolTalkDatabase>): string =>
  writeJson(objectFrom([...databases].sort(([a], [b]) => byText(a, b))));

/** A run's inputs in the form of its manifest. */
export const sourcesOf = (
  databases: ReadonlyMap<string, ToolTalkDatabase>,
  read: readonly ToolTalkFile[] | undefined,
): NewRun<'tooltalk'>['frozen']['sources'] => [
  {
    ...{ name: 'databases', kind: 'databases' },
    sha256: sha256Hex(databasesText(databases)),
    count: databases.size,
  },
  ...(read === undefined
    ? []
    : [
        {
          ...{ name: 'conversations' as const, kind: 'conversations' as const },
          sha256: sha256Hex(writeJson(read)),
          count: read.length,
        },
      ]),
];

/** Initial work items: conversations to check, or scenario prompts. */
export const toolTalkWorkItems = (
  { generate, write, suites }: ToolTalkSettings,
  seed: number,
  read: readonly ToolTalkFile[] | undefined,
  databases: ReadonlyMap<string, ToolTalkDatabase>,
): NonNullable<NewRun['workItems']> =>
  generate === undefined
    ? {
        stage: CHECK_STAGE,
        workItems: (write ? toWrite(write, seed, databases, suitesOf(suites)) : (read ?? []).map(asRead)).map(
          (input) => ({
            workItem: input.itemId,
            input,
          }),
        ),
      }
    : {
        stage: SCENARIOS_STAGE,
        workItems: scenarioPrompts(toolNames(suitesOf(suites)), generate, seed).map((prompt) => ({
          workItem: prompt.id,
          input: prompt,
        })),
      };

const toolNames = (suites: readonly Suite[]) =>
  suites.map(({ name, tools }) => ({ name, tools: tools.map((tool) => tool.name) }));

function asRead({ set, file, conversation }: ToolTalkFile): ConversationToCheck {
  const recordId = `${set}/${file}`;
  return { itemId: conversationId(recordId), recordId, set, file, conversation, keys: [] };
}

/** Conversations to be written, equally many per tool. */
function toWrite(
  { conversations, now }: NonNullable<ToolTalkSettings['write']>,
  seed: number,
  files: ReadonlyMap<string, ToolTalkDatabase>,
  suites: readonly Suite[],
): ConversationToCheck[] {
  const databases = databasesFrom(databaseShapesOf(SUITES), files);
  const asked = { scenarios: conversations, easy: 0, scenariosAPrompt: 1 };
  return scenarioPrompts(toolNames(suites), asked, seed).map((prompt) =>
    conversationToWrite(databases, prompt, { seed, now }),
  );
}

/** The conversations of a folder. @throws SOURCE_*; USAGE if it has none */
export async function readFiles(folder: string): Promise<readonly ToolTalkFile[]> {
  const { conversations } = await readToolTalkFolder(folder);
  if (conversations.length > 0) return conversations;
  throw new BenchwrightError('SOURCE_NOT_A_CORPUS', {
    expected: 'conversations in easy/ or tooltalk/',
    found: 'no .json file',
    where: folder,
    next: "Give ToolTalk's data folder.",
  });
}

/** Adds the review policy for scenarios to the settings, as requested or kept. @throws USAGE, CONFIG_INVALID */
function withScenarioReview(
  settings: ToolTalkSettings,
  context: ResolveRequest['context'],
  { reviewScenarios }: ToolTalkGiven,
  kept: KeptInputs | undefined,
): ToolTalkSettings {
  const review =
    reviewScenarios === undefined
      ? kept?.scenarios
      : reviewOf(context, reviewScenarios, 'run', '--review-scenarios');
  return settings.generate === undefined || review === undefined || !isReviewed(review)
    ? settings
    : { ...settings, generate: { ...settings.generate, review } };
}

function settingsOf(given: ToolTalkGiven): ToolTalkSettings {
  const { conversations, at = USUAL.now, idSeed = PUBLISHED_SEED, keepFlagged = false } = given;
  assertTime(at);
  const documents = oneOf(
    '--documents',
    given.documents ?? 'published',
    ['published', 'corrected'] as const,
    'run',
  );
  const whole = (option: string, value: number, least: number, most: number): number => {
    if (value >= least && value <= most) return value;
    throw new BenchwrightError('USAGE', {
      expected: `${option} ${least} to ${most}`,
      found: String(value),
      next: 'See `benchwright run tooltalk --help`.',
    });
  };
  const suites = given.suites === undefined ? undefined : namedSuites(given.suites);
  const common = {
    ...(suites && { suites }),
    idSeed: whole('--id-seed', idSeed, 0, Number.MAX_SAFE_INTEGER),
    ...{ keepFlagged, documents },
  };
  if (conversations !== undefined) return common;
  if (given.write !== undefined)
    return { write: { conversations: whole('--write', given.write, 1, 420), now: at }, ...common };
  const generate = {
    scenarios: whole('--scenarios', given.scenarios ?? 60, 0, 1260),
    easy: whole('--easy', given.easy ?? 1, 0, 100),
    scenariosAPrompt: whole('--scenarios-per-prompt', given.scenariosPerPrompt ?? 3, 1, 10),
    turns: whole('--turns', given.turns ?? 12, 1, 50),
    calls: whole('--calls', given.calls ?? 20, 1, 100),
    samples: whole('--samples', given.samples ?? 3, 1, 20),
    ...{ repair: true, now: at },
  };
  if (generate.scenarios + generate.easy === 0)
    throw new BenchwrightError('USAGE', {
      expected: '--scenarios or --easy above 0',
      found: 'neither',
      next: 'Ask for some conversations.',
    });
  return { generate, ...common };
}
