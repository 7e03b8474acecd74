import { resolve } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { sha256Hex } from '../core/digest.js';
import { RUN_FORMAT } from '../core/frozen-parts.js';
import type { ROLES } from '../core/model-call.js';
import { isReviewed } from '../core/review/policy.js';
import type { RunTools } from '../core/t-eval/annotation.js';
import {
  ANNOTATE_STAGE,
  COMPLETE_STAGE,
  QUERIES_STAGE,
  REFINE_STAGE,
  type TEvalSettings,
} from '../core/t-eval/run.js';
import { fullApiName, type LibraryTool } from '../core/tool-library.js';
import { byText } from '../core/ids.js';
import { MCP_ROOT } from '../activities/t-eval/run-tools.js';
import { openToolSession } from '../simulators/open-session.js';
import { REPAIR_PROMPT } from '../llm/structured-output/repair.js';
import { PromptLibrary } from '../prompts/library.js';
import { completeDocument } from '../prompts/t-eval/complete-document.js';
import { EMBEDDER_ROOT } from '../activities/run-context.js';
import { readTools } from '../sources/tools/read-tools.js';
import { GUIDELINE, TOOLS_DOCUMENT, TOOLS_GUIDELINE } from '../store/documents.js';
import type { NewRun, StageSubjects } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { DOCUMENTS_FAMILY } from '../transforms/review/document-review.js';
import { poorDocuments } from '../transforms/t-eval/poor-documents.js';
import { queryPrompts } from '../transforms/t-eval/tool-sets.js';
import type { Context } from './context.js';
import { promptFolder } from './freeze-ask.js';
import { frozenModels } from './frozen-models.js';
import { productVersion } from './product-version.js';
import { guidelineOf, readGuideline, reviewOf } from './review-policy.js';
import { usableTools } from './usable-tools.js';
import { tEvalSettings, type TEvalOptions } from './t-eval-settings.js';
import { calledLines } from './tools-text.js';

export interface TEvalRequest extends TEvalOptions {
  readonly name: string;
  readonly seed: number;
  readonly out: string;
  /** Told which APIs are really called. */
  readonly onProgress?: (message: string) => void;
}

/**
 * Reads the tools and freezes what a run of `t-eval` depends on: documents, sets of tools with their prompts, models of its
 * roles, words. @throws USAGE, TOOLS_*, TOOL_SERVER_FAILED, CONFIG_INVALID for a role without a model, PROMPT_INVALID
 */
export async function freezeTEval(
  context: Context,
  store: Store,
  request: TEvalRequest,
): Promise<NewRun<'t-eval'>> {
  const { name, seed, out } = request;
  const from = toolsFrom(request.tools);
  const { kind, tools: all } = await readTools(from, (request.timeout ?? 30) * 1000);
  const tools = usableTools(all, from);
  const targets = targetsOf(from, tools);
  const { settings: asIs, modelFolder } = await tEvalSettings(context, request);
  const settings = { ...asIs, called: calledOf(context, tools, targets, request.rehearse === true) };
  for (const line of calledLines(tools, settings.called, request.rehearse === true))
    request.onProgress?.(line);
  const text = JSON.stringify({ tools } satisfies RunTools);
  const library = PromptLibrary.open(promptFolder(context, request));
  const prompts = promptsOf(library, settings).map(({ prompt }) => prompt);
  const rehearsal = request.rehearse === true;
  const asked = { family: 't-eval', rehearsal, batch: request.batch === true } as const;
  const models = await frozenModels(context, store, {
    ...{ ...asked, stage: QUERIES_STAGE, roles: rolesOf(settings) },
    moreStages: [...(settings.complete ? [COMPLETE_STAGE] : []), REFINE_STAGE, ANNOTATE_STAGE],
  });
  const review = reviewOf(context, request.review ?? 'none', 'run');
  const guideline = isReviewed(review) ? await guidelineOf(context, 't-eval') : undefined;
  const toolsGuideline =
    settings.complete && isReviewed(settings.complete.review)
      ? await readGuideline(DOCUMENTS_FAMILY)
      : undefined;
  return {
    ...{ name, out: resolve(out) },
    frozen: {
      ...{ format: RUN_FORMAT, family: 't-eval', product: productVersion(), seed, review, settings, models },
      sources: [
        {
          ...{ name: TOOLS_SOURCE, kind: 'tools', from: kind, sha256: sha256Hex(text), tools: tools.length },
          apis: tools.reduce((sum, tool) => sum + tool.apis.length, 0),
        },
      ],
      prompts: prompts.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    },
    roots: {
      ...(modelFolder === undefined ? {} : { [EMBEDDER_ROOT]: modelFolder }),
      ...Object.fromEntries(
        Object.entries(targets).map(([server, target]) => [`${MCP_ROOT}${server}`, target]),
      ),
    },
    shards: [],
    documents: [
      { ...TOOLS_DOCUMENT, text },
      ...(guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }]),
      ...(toolsGuideline === undefined ? [] : [{ ...TOOLS_GUIDELINE, text: toolsGuideline }]),
      ...prompts.map((prompt) => ({ kind: 'prompt' as const, name: prompt.id, text: prompt.text })),
    ],
    ...tEvalSubjects(tools, settings, seed),
  };
}

/** Part of every item id. */
const TOOLS_SOURCE = 'tools';

/** What the stages work on that begin with what a run is given: poor documents, and prompts that ask for queries. */
export const tEvalSubjects = (
  tools: readonly LibraryTool[],
  settings: TEvalSettings,
  seed: number,
): Pick<NewRun, 'subjects' | 'subjectsBefore'> => ({
  ...(settings.complete && { subjectsBefore: [documentsAsSubjects(tools)] }),
  subjects: promptsAsSubjects(tools, settings, seed),
});

/** The documents that lack something, as the stage `complete` takes them. */
const documentsAsSubjects = (tools: readonly LibraryTool[]): StageSubjects => ({
  stage: COMPLETE_STAGE,
  subjects: poorDocuments(tools, TOOLS_SOURCE).map((document) => ({
    subject: document.itemId,
    input: document,
  })),
});

/** The prompts that ask for queries, as the stage `queries` takes them. */
const promptsAsSubjects = (
  tools: readonly LibraryTool[],
  settings: TEvalSettings,
  seed: number,
): StageSubjects => ({
  stage: QUERIES_STAGE,
  subjects: queryPrompts(
    tools.map((tool) => tool.name),
    settings,
    seed,
  ).map((prompt) => ({ subject: prompt.id, input: prompt })),
});

/** Every prompt of the run's language, those that stand in the data files included. */
export const promptsOf = (
  library: PromptLibrary,
  { language, complete }: Pick<TEvalSettings, 'language' | 'complete'>,
) =>
  library
    .list()
    .filter(
      ({ definition: { id } }) =>
        id === REPAIR_PROMPT ||
        (id.startsWith('t-eval/') &&
          id.endsWith(`-${language}`) &&
          (complete !== undefined || id !== completeDocument[language].id)),
    );

function rolesOf({ refine, callsBy }: TEvalSettings): (typeof ROLES)[number][] {
  return [
    'generator',
    ...(refine ? (['refiner'] as const) : []),
    'planner',
    ...(callsBy === 'executor' ? (['executor'] as const) : []),
    'reviewer',
    'simulator',
  ];
}

function toolsFrom(tools: string | undefined): string {
  if (tools !== undefined) return tools;
  throw new BenchwrightError('USAGE', {
    expected: '--tools with a file, a URL, or mcp:COMMAND',
    found: 'no tools',
    next: 'Try `benchwright run t-eval --tools api.yaml --rehearse`; docs/tools.md says what is read.',
  });
}

/** How the MCP server that the tools came from is reached. @throws USAGE for a command that holds what may be a secret */
function targetsOf(from: string, tools: readonly LibraryTool[]): Record<string, string> {
  if (!from.startsWith('mcp:')) return {};
  const target = from.slice('mcp:'.length).trim();
  if (!/^https?:/i.test(target) && /(^|\s)[A-Za-z_][A-Za-z0-9_]*=/.test(target))
    throw new BenchwrightError('USAGE', {
      expected: 'a command without values of variables, as it is kept with the run',
      found: '`NAME=…` in the command after mcp:',
      next: 'Name the server under `tools.servers` in temporal.config.ts with `env: ["NAME"]`, set the variable, and keep its documents with `benchwright tools show --json`.',
    });
  const origins = tools.flatMap(({ apis }) => apis.map(({ origin }) => origin));
  return Object.fromEntries(
    origins.flatMap((origin) => (origin.kind === 'mcp' ? [[origin.server, target]] : [])),
  );
}

/** Full names of the APIs that the configuration lets really be called. */
function calledOf(
  { config }: Context,
  tools: readonly LibraryTool[],
  targets: Readonly<Record<string, string>>,
  rehearsal: boolean,
): string[] {
  const executors = openToolSession(config.tools, tools, { targets, rehearsal });
  return tools
    .flatMap((tool) => tool.apis.map((api) => fullApiName(tool, api)))
    .filter((name) => ['openapi', 'mcp'].includes(executors.executorOf(name) ?? ''))
    .sort(byText);
}
