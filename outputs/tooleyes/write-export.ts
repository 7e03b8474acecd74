import { basename } from 'node:path';
import { answeredBy } from '../../core/model-config.js';
import type { ReviewCounts } from '../../core/review/counts.js';
import type { ToolEyesItem } from '../../core/tooleyes/item.js';
import type { JudgedRecord } from '../../core/tooleyes/judgement.js';
import type { Subcategory } from '../../core/tooleyes/library.js';
import type { ToolEyesLineage, ToolEyesManifest } from '../../core/tooleyes/manifest.js';
import type { ToolEyesRun } from '../../core/tooleyes/run.js';
import { GIVEN_TOOLS_FILE, toolsFileText, type ToolEyesTools } from '../../core/tooleyes/run-tools.js';
import type { ToolFacts } from '../../core/tooleyes/tool-facts.js';
import type { Scenario } from '../../core/tooleyes/scenarios.js';
import type { SystemPrompts } from '../../core/tooleyes/system-prompt.js';
import type { ToolLine } from '../../core/tooleyes/tool-line.js';
import type { TrajectoryRecord } from '../../core/tooleyes/trajectory.js';
import { byRecord } from '../../transforms/order-records.js';
import { recordOfTrajectory } from '../../transforms/tooleyes/trajectory-record.js';
import { ExportWriter } from '../export-writer.js';
import { countObserved, countQueries } from './count-queries.js';
import { countTools } from './count-tools.js';
import { REFERENCE } from './evaluation.js';
import { configFile, configText, FACTS_FILE, READ_LIBRARY, TOOLS_FILE } from './file-texts.js';
import { libraryPage } from './library-page.js';
import { toolEyesFiles } from './write-files.js';
import { writeJson } from '../../core/json.js';

/** A query with its outcome; `item` is absent if none was made. */
export interface DecidedQuery {
  readonly line: ToolEyesLineage;
  readonly item: ToolEyesItem | undefined;
}

/** The tools from which a run chose. */
export interface ChosenLibrary {
  /** The library as it was read. */
  readonly read: readonly Subcategory[];
  readonly lines: readonly ToolLine[];
  /** The facts of a file; undefined if there is none. */
  readonly facts: readonly ToolFacts[] | undefined;
}

/** Inputs of a `tooleyes` export besides the run spec. */
export interface QueriesOf {
  readonly queries: readonly DecidedQuery[];
  readonly library: readonly Subcategory[];
  readonly scenarios: readonly Scenario[];
  readonly prompts: SystemPrompts;
  /** The system prompt at the beginning of trajectories for a path. */
  readonly systemPrompt: (path: string) => string;
  readonly retries: ReadonlyMap<string, number>;
  /** The outcome of each tool that was read, and the facts of a file; absent if the run did not choose tools. */
  readonly chosen?: ChosenLibrary | undefined;
  /** Tools from `--tools`. */
  readonly tools?: ToolEyesTools | undefined;
  /** Measured facts about tools; undefined if none were measured. */
  readonly facts?: readonly ToolFacts[] | undefined;
  readonly review?: ReviewCounts | undefined;
  readonly guideline?: string | undefined;
}

/**
 * Writes `data/` and `manifest.json` of a `tooleyes` export into an empty folder: ToolEyes' folders, the trajectories
 * in the form that its evaluator reads with its cache of judgements, a page of the library, `items.jsonl` and
 * `lineage.jsonl`.
 */
export async function writeToolEyesExport(
  folder: string,
  { models, ...frozen }: ToolEyesRun,
  given: QueriesOf,
): Promise<ToolEyesManifest> {
  const writer = new ExportWriter(folder);
  const write = (path: string, text: string): Promise<void> => writer.text(`data/${path}`, text);
  const inOrder = [...given.queries].sort((a, b) => byRecord(a.line.recordId, b.line.recordId));
  const accepted = inOrder.flatMap(({ line, item }) =>
    line.outcome === 'accepted' && item !== undefined ? [{ line, item }] : [],
  );
  const raw = accepted.map(({ item: { query, path, scenario } }) => ({ query, path, scenario }));
  await write('scenarios.json', `${writeJson(given.scenarios, 2)}\n`);
  await write(
    'library.html',
    libraryPage(given.library, given.scenarios, {
      ...(given.chosen && { chosen: given.chosen.lines }),
      ...(given.facts && { facts: given.facts }),
    }),
  );
  if (given.chosen !== undefined) await writeChosen(write, given.chosen);
  if (given.tools) await write(basename(GIVEN_TOOLS_FILE), toolsFileText(given.tools));
  if (given.facts) await write('tool-health.jsonl', given.facts.map((one) => `${writeJson(one)}\n`).join(''));
  const { trajectories, judge } = frozen.settings;
  const made = accepted.flatMap(({ item }) => {
    const record = recordOf(item, given.systemPrompt);
    return record === undefined ? [] : [{ record, item }];
  });
  const judged = made.flatMap(({ record, item: { judgement } }): JudgedRecord[] => {
    const { id, conversations, path } = record;
    return judgement === undefined ? [] : [{ ...judgement, conversations, id, path }];
  });
  const published = toolEyesFiles({
    ...{ library: given.library, queries: raw, prompts: given.prompts },
    ...(trajectories && { trajectories: new Map([[REFERENCE, made.map(({ record }) => record)]]) }),
    ...(judge && { judged: new Map([[REFERENCE, judged]]) }),
  });
  for (const [path, text] of published) await write(path, text);
  await write(
    'items.jsonl',
    accepted
      .map(({ line, item }) => `${writeJson({ itemId: line.itemId, recordId: line.recordId, item })}\n`)
      .join(''),
  );
  await write('lineage.jsonl', inOrder.map(({ line }) => `${writeJson(inWrittenOrder(line))}\n`).join(''));
  if (given.guideline !== undefined) await write('guideline.md', given.guideline);
  await writer.retries(given.retries);
  return writer.manifest<ToolEyesManifest>({
    ...frozen,
    ...(models === undefined ? {} : { models: answeredBy(models) }),
    counts: {
      ...countQueries(
        inOrder.map(({ line }) => line),
        accepted.map(({ item }) => item),
        given.library,
      ),
      ...(given.chosen && { chosen: countTools(given.chosen.lines) }),
      ...(given.tools && { observedBy: countObserved(accepted.map(({ item }) => item)) }),
      ...(given.review && { review: given.review }),
    },
  });
}

/** Writes the outcomes of the tools, and the inputs of these decisions. */
async function writeChosen(
  write: (path: string, text: string) => Promise<void>,
  { read, lines, facts }: ChosenLibrary,
): Promise<void> {
  await write(TOOLS_FILE, lines.map((line) => `${writeJson(line)}\n`).join(''));
  for (const one of read) await write(configFile(one, READ_LIBRARY), configText(one));
  if (facts !== undefined) await write(FACTS_FILE, `${writeJson(facts, 2)}\n`);
}

/** A query's trajectory in ToolEyes' form; undefined if it has none. */
function recordOf(
  { query, path, scenario, turns, ending }: ToolEyesItem,
  promptOf: (path: string) => string,
): TrajectoryRecord | undefined {
  return turns === undefined || ending === undefined
    ? undefined
    : recordOfTrajectory({ query, path, scenario, turns, ending }, promptOf(path));
}

const inWrittenOrder = ({ itemId, recordId: id, outcome, ...rest }: ToolEyesLineage): object => ({
  ...{ itemId, recordId: id, outcome },
  ...rest,
});
