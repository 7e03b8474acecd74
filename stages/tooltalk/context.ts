import { sha256Hex } from '../../core/digest.js';
import type { ROLES } from '../../core/model-call.js';
import type { ServedModel } from '../../core/model-config.js';
import { ownPart } from '../../core/own-part.js';
import type { ToolTalkDatabase } from '../../core/tooltalk/files.js';
import type { ToolTalkSettings } from '../../core/tooltalk/run.js';
import type { FilledPrompt } from '../../llm/asking/ask-prompt.js';
import type { Retries } from '../../llm/asking/attempts.js';
import { REPAIR_PROMPT } from '../../llm/structured-output/repair.js';
import type { PromptDefinition } from '../../prompts/definition.js';
import type { Prompt } from '../../prompts/prompt.js';
import { databaseShapesOf, databasesFrom } from '../../simulators/suites/databases.js';
import { toolsOf } from '../../simulators/suites/execute.js';
import { SUITES, suitesOf } from '../../simulators/suites/registry.js';
import type { SimulatorState } from '../../simulators/suites/state.js';
import type { Suite } from '../../simulators/suites/suite.js';
import { inOrderOfText } from '../../sources/tooltalk/json-in-order.js';
import { runDocument } from '../../store/documents.js';
import { getRun, ofFamily, type Run } from '../../store/runs.js';
import { retriesOf } from '../../store/stages/retries.js';
import type { Store } from '../../store/store.js';
import { frozenPrompts } from '../frozen-prompts.js';
import { memoizeAsync } from '../memoize-async.js';
import type { CheckedAgainst } from './consistency/check.js';

/** A run's databases, as their files have them, by name. */
export const DATABASES_DOCUMENT = { kind: 'databases', name: 'databases' } as const;

/** The tools of all suites; which of them a run offers, its settings say. */
export const TOOLS = toolsOf(SUITES);
/** Tool -> its suite. */
export const SUITE_OF: ReadonlyMap<string, string> = new Map(
  SUITES.flatMap((suite) => suite.tools.map((tool) => [tool.name, suite.name] as const)),
);

interface Databases {
  readonly files: ReadonlyMap<string, ToolTalkDatabase>;
  readonly databases: SimulatorState['databases'];
}
const DATABASES = new Map<string, Promise<Databases>>();

/** Shared by all work items of a `tooltalk` run. */
export class ToolTalkContext {
  private constructor(
    readonly run: Run<'tooltalk'>,
    /** As in their files. */
    readonly files: ReadonlyMap<string, ToolTalkDatabase>,
    /** At rest. */
    readonly databases: SimulatorState['databases'],
    readonly retries: Retries,
    private readonly prompts: ReadonlyMap<string, Prompt>,
  ) {}

  /** Reads the run spec and retries; databases are cached per process. */
  static async open(store: Store, runId: string): Promise<ToolTalkContext> {
    const run = ofFamily(await getRun(store, runId), 'tooltalk');
    const { files, databases } = await memoizeAsync(DATABASES, `${store.id}/${runId}`, () =>
      keptDatabases(store, run),
    );
    const prompts = await frozenPrompts(store, runId, run.frozen.prompts);
    return new ToolTalkContext(run, files, databases, await retriesOf(store, runId), prompts);
  }

  get settings(): ToolTalkSettings {
    return this.run.frozen.settings;
  }

  /** The suites whose tools conversations may call. */
  get suites(): readonly Suite[] {
    return suitesOf(this.settings.suites);
  }

  /** How conversations are generated. @throws where they are read */
  get generate(): NonNullable<ToolTalkSettings['generate']> {
    const { generate } = this.settings;
    if (generate === undefined) throw new Error('the run reads its conversations');
    return generate;
  }

  /** What conversations are checked against. */
  get against(): CheckedAgainst {
    return { tools: TOOLS, suites: SUITE_OF, databases: this.databases, idSeed: this.settings.idSeed };
  }

  /** The model of a role. */
  model(role: (typeof ROLES)[number]): ServedModel {
    const model = this.run.frozen.models?.roles[role];
    if (model === undefined) throw new Error(`the run was begun without a model for ${role}`);
    return model;
  }

  /** A question for `askPrompt`, `plan` and batches. */
  question<I, O>(
    definition: PromptDefinition<I, O>,
    {
      role,
      stage,
      ...asked
    }: Pick<FilledPrompt<I, O>, 'input' | 'talk'> & {
      readonly role: (typeof ROLES)[number];
      readonly stage: string;
    },
  ) {
    const { samples, repair } = this.generate;
    return {
      ...asked,
      known: { definition, prompt: this.#prompt(definition.id) },
      model: this.model(role),
      settings: { samples, repair },
      repair: this.#prompt(REPAIR_PROMPT),
      epoch: ownPart(this.run.frozen.models?.epochs, stage) ?? 0,
      retries: this.retries,
    };
  }

  #prompt(id: string): Prompt {
    const prompt = this.prompts.get(id);
    if (prompt === undefined) throw new Error(`the run was begun without the prompt ${id}`);
    return prompt;
  }
}

async function keptDatabases(store: Store, { runId, frozen }: Run<'tooltalk'>): Promise<Databases> {
  const text = await runDocument(store, runId, DATABASES_DOCUMENT);
  if (sha256Hex(text) !== frozen.sources.find(({ name }) => name === 'databases')?.sha256)
    throw new Error('the run’s databases are not those it froze');
  const kept = inOrderOfText(JSON.parse(text), text) as Record<string, ToolTalkDatabase>;
  const files = new Map(Object.entries(kept));
  return { files, databases: databasesFrom(databaseShapesOf(SUITES), files) };
}
