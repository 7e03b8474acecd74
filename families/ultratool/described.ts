import { givenSources } from '../../app/sources/parse-sources.js';
import type { UltraToolManifest } from '../../core/ultratool/manifest.js';
import { dataLines } from '../../outputs/json-lines.js';
import { readUltraToolLineage } from '../../outputs/ultratool/read-export.js';
import { EMBEDDER_ROOT } from '../../core/embedder.js';
import type { GateDecisions } from '../../stages/review/settled-gate.js';
import { mergeLineSchema } from '../../stages/ultratool/merge-tools.js';
import { ULTRATOOL_SPLIT } from '../../stages/ultratool/review-items.js';
import type { OutcomeRow } from '../../store/review/outcomes.js';
import type { NewRun } from '../../store/runs.js';
import type { RebuildRequest } from '../family.js';
import { gateDecisions, itemDecisions } from '../lineage.js';
import { describedRun, missingInput, modelFolderOf, otherContent, sourcePlace } from '../recorded.js';
import { NOTHING_READ, readInput } from './resolve/inputs.js';

/** The run that the manifest describes, as a new run. */
export async function described(
  request: RebuildRequest,
  manifest: UltraToolManifest,
): Promise<NewRun<'ultratool'>> {
  const { sources, home } = request;
  const modelFolder = await modelFolderOf(request, manifest.settings.embedder);
  const { workItems, documents } = await readAgain(sources, manifest, home);
  return {
    ...(await describedRun(request, manifest, documents)),
    roots: modelFolder === undefined ? {} : { [EMBEDDER_ROOT]: modelFolder },
    workItems,
  };
}

/** Reads the sources of the export again. @throws REBUILD_INPUT_MISSING, SOURCE_* */
async function readAgain(
  sources: readonly string[],
  manifest: UltraToolManifest,
  home: RebuildRequest['home'],
): Promise<typeof NOTHING_READ> {
  const of = sourceOf(manifest);
  if (of === undefined) return NOTHING_READ;
  const { name, sha256 } = of;
  const example = `--source ${name}=FILE`;
  const path = await sourcePlace(name, givenSources(sources, { among: [name], example }), home, (found) =>
    missingInput(`the ${name} that it was made of`, found, `Add ${example}.`),
  );
  const read = await readInput(name, path, manifest.settings);
  if (read.source.sha256 !== sha256)
    throw otherContent(path, sha256, read.source.sha256, 'Give the file that the export was made of.');
  return read;
}

/** The source file of an export; undefined if all queries were written. */
export const sourceOf = ({
  sources: [source],
}: UltraToolManifest): UltraToolManifest['sources'][number] | undefined => source;

/** Decisions on samples, from an export. */
export const samplesDecided = (folder: string): Promise<OutcomeRow[]> =>
  itemDecisions(readUltraToolLineage(folder), ULTRATOOL_SPLIT, ({ kind }) => kind);

/** Written queries, from an export. */
export const writingDecided = (folder: string): GateDecisions =>
  gateDecisions(readUltraToolLineage(folder), ({ writing }) => writing);

/** Decisions on queries, from an export. */
export const queriesDecided = (folder: string): GateDecisions =>
  gateDecisions(readUltraToolLineage(folder), ({ queryReview }) => queryReview);

/** Decisions on merges of tools, from an export. */
export const mergesDecided = (folder: string): GateDecisions =>
  gateDecisions(dataLines(folder, 'merges.jsonl', mergeLineSchema), ({ mergeReview }) => mergeReview);
