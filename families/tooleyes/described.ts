import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { givenSources } from '../../app/sources/parse-sources.js';
import { EMBEDDER_ROOT } from '../../core/embedder.js';
import type { ToolEyesManifest } from '../../core/tooleyes/manifest.js';
import { sha256Hex } from '../../core/digest.js';
import {
  parseToolsFile,
  GIVEN_TOOLS_FILE,
  toolsText,
  type ToolEyesTools,
} from '../../core/tooleyes/run-tools.js';
import { PROMPT_KINDS } from '../../core/tooleyes/test-record.js';
import { FACTS_FILE, PROCESSED_FILES, READ_LIBRARY } from '../../outputs/tooleyes/file-texts.js';
import { readToolEyesLineage, readToolLines } from '../../outputs/tooleyes/read-export.js';
import { readProcessedRecords } from '../../sources/tooleyes/read-records.js';
import type { Frames } from '../../stages/tooleyes/context.js';
import { framesOfRecords } from './resolve/frames.js';
import type { GateDecisions } from '../../stages/review/settled-gate.js';
import { choosesTools } from '../../stages/tooleyes/library-documents.js';
import { TOOLEYES_SPLIT } from '../../stages/tooleyes/review-queries.js';
import type { OutcomeRow } from '../../store/review/outcomes.js';
import type { NewRun } from '../../store/runs.js';
import type { RebuildRequest } from '../family.js';
import { gateDecisions, itemDecisions } from '../lineage.js';
import { describedRun, missingInput, modelFolderOf, otherContent, sourcePlace } from '../recorded.js';
import { readInput, readServed } from './resolve/inputs.js';
import { writeJson } from '../../core/json.js';

const NAMES = { among: ['queries'], example: '--source queries=FILE' };

/** The run that the manifest describes, as a new run. Library and scenarios are in the export. */
export async function described(
  request: RebuildRequest,
  manifest: ToolEyesManifest,
): Promise<NewRun<'tooleyes'>> {
  const { folder, sources, home } = request;
  const modelFolder = await modelFolderOf(request, manifest.settings.embedder);
  const given = givenSources(sources, NAMES);
  const queries =
    manifest.settings.queries === 'read'
      ? await sourcePlace('queries', given, home, (found) =>
          missingInput('the queries that were read', found, `Add ${NAMES.example}.`),
        )
      : given.get('queries');
  const places = {
    library: libraryFolder(folder, manifest.settings),
    facts: factsFile(folder, manifest),
    ...{ scenarios: join(folder, 'data', 'scenarios.json'), queries },
    placed: await exportedTools(folder, manifest),
    frames: await usedFrames(folder, manifest),
  };
  const served = await readServed(places);
  const input = await readInput(places, served, manifest.settings);
  for (const { name, sha256 } of manifest.sources) {
    const there = input.sources.find((source) => source.name === name);
    if (there?.sha256 !== sha256)
      throw otherContent(name, sha256, there?.sha256 ?? '', 'Give the files that the export was made of.');
  }
  return {
    ...(await describedRun(request, manifest, input.documents)),
    roots: modelFolder === undefined ? {} : { [EMBEDDER_ROOT]: modelFolder },
    ...(input.workItemsBefore &&
      input.workItemsBefore.length > 0 && { workItemsBefore: input.workItemsBefore }),
    ...(input.workItems && { workItems: input.workItems }),
  };
}

/** The tools given to an export, with their positions in its library. @throws REBUILD_INPUT_MISSING */
export async function exportedTools(
  folder: string,
  { sources }: ToolEyesManifest,
): Promise<ToolEyesTools | undefined> {
  const given = sources.find(({ name }) => name === 'tools');
  if (given === undefined) return undefined;
  const text = await readFile(join(folder, GIVEN_TOOLS_FILE), 'utf8').catch(() => undefined);
  const tools = text === undefined ? undefined : parseToolsFile(text);
  if (tools && sha256Hex(toolsText(tools)) === given.sha256) return tools;
  throw missingInput(
    `the tools that the export was made of (SHA-256 ${given.sha256.slice(0, 12)}…)`,
    text === undefined ? `no ${GIVEN_TOOLS_FILE} in the folder` : `another ${GIVEN_TOOLS_FILE}`,
    'Put the file back as it was exported.',
  );
}

/** The published system prompts of an export, from its own files; undefined if it used the built-in ones. */
export async function usedFrames(folder: string, { sources }: ToolEyesManifest): Promise<Frames | undefined> {
  const used = sources.find(({ name }) => name === 'templates');
  if (used === undefined) return undefined;
  let found: Frames = {};
  for (const kind of PROMPT_KINDS) {
    const records = await readProcessedRecords(join(folder, 'data', PROCESSED_FILES[kind]));
    found = { ...found, ...framesOfRecords(records) };
  }
  // If only one kind is published, the other is built-in, which the templates do not show.
  const kinds = [{ zero: found.zero }, { five: found.five }, found] as readonly Frames[];
  return kinds.find((frames) => sha256Hex(writeJson(frames)) === used.sha256) ?? found;
}

/** Folder of an export's original library; separate from the kept one if tools were chosen. */
export const libraryFolder = (folder: string, settings: ToolEyesManifest['settings']): string =>
  join(folder, 'data', choosesTools(settings) ? READ_LIBRARY : 'Tool_Library');

/** The file with facts of tools in an export. */
export const factsFile = (folder: string, { sources }: ToolEyesManifest): string | undefined =>
  sources.some(({ name }) => name === 'facts') ? join(folder, 'data', FACTS_FILE) : undefined;

/** Decisions on tools, from an export. */
export const toolsDecided = (folder: string): GateDecisions =>
  gateDecisions(readToolLines(folder), ({ review }) => review);

/** Decisions on queries with their trajectories, from an export. */
export const itemsDecided = (folder: string): Promise<OutcomeRow[]> =>
  itemDecisions(readToolEyesLineage(folder), TOOLEYES_SPLIT, ({ scenario }) => scenario);

/** Written queries, from an export. */
export const writingDecided = (folder: string): GateDecisions =>
  gateDecisions(readToolEyesLineage(folder), ({ writing }) => writing);

/** Decisions on queries, from an export. */
export const queriesDecided = (folder: string): GateDecisions =>
  gateDecisions(readToolEyesLineage(folder), ({ queryReview }) => queryReview);

/** Decisions on scores of trajectories, from an export. */
export const judgementsDecided = (folder: string): GateDecisions =>
  gateDecisions(readToolEyesLineage(folder), ({ judgementReview }) => judgementReview);
