import { guidelineOfExport } from '../../app/regenerate/exported-decisions.js';
import { givenSources } from '../../app/sources/parse-sources.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { asFrozen } from '../../core/model-config.js';
import type { UltraToolManifest } from '../../core/ultratool/manifest.js';
import type { GateReview } from '../../core/review/gate-review.js';
import { dataLines } from '../../outputs/json-lines.js';
import { PromptLibrary } from '../../prompts/library.js';
import { EMBEDDER_ROOT } from '../../core/embedder.js';
import { mergeLineSchema } from '../../stages/ultratool/merge-tools.js';
import { ULTRATOOL_SPLIT } from '../../stages/ultratool/review-items.js';
import { GUIDELINE } from '../../store/documents.js';
import type { OutcomeRow } from '../../store/review/outcomes.js';
import type { NewRun } from '../../store/runs.js';
import type { RebuildRequest } from '../family.js';
import { readUltraToolLineage } from '../../outputs/ultratool/read-export.js';
import { missingInput, modelFolderOf, otherContent, promptText, sourcePlace } from '../recorded.js';
import { NOTHING_READ, readInput } from './resolve/inputs.js';

/** The run that the manifest describes, as a new run. */
export async function described(
  request: RebuildRequest,
  manifest: UltraToolManifest,
): Promise<NewRun<'ultratool'>> {
  const { folder, sources, prompts, home } = request;
  const modelFolder = await modelFolderOf(request, manifest.settings.embedder);
  const { counts: _counts, files: _files, models, ...frozen } = manifest;
  const { workItems, documents } = await readAgain(sources, manifest, home);
  const library = PromptLibrary.open(prompts);
  const guideline = await guidelineOfExport(folder);
  return {
    ...{ name: 'rebuild', out: 'rebuild', shards: [] },
    roots: modelFolder === undefined ? {} : { [EMBEDDER_ROOT]: modelFolder },
    frozen: {
      ...frozen,
      format: RUN_FORMAT,
      ...(models === undefined ? {} : { models: asFrozen(models) }),
    },
    documents: [
      ...documents,
      ...(guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }]),
      ...manifest.prompts.map((prompt) => ({
        kind: 'prompt' as const,
        name: prompt.id,
        text: promptText(library, prompt),
      })),
    ],
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
export async function samplesDecided(folder: string): Promise<OutcomeRow[]> {
  const rows: OutcomeRow[] = [];
  for await (const { itemId, kind, itemVersion, review: record } of readUltraToolLineage(folder)) {
    if (record === undefined) continue;
    const split = record.split === undefined ? undefined : ULTRATOOL_SPLIT;
    rows.push({ itemId, setting: kind, split, record, version: split && itemVersion });
  }
  return rows;
}

/** Written queries, from an export. */
export async function* writingDecided(folder: string): AsyncGenerator<readonly [string, GateReview]> {
  for await (const { itemId, writing } of readUltraToolLineage(folder)) {
    if (writing !== undefined) yield [itemId, writing];
  }
}

/** Decisions on queries, from an export. */
export async function* queriesDecided(folder: string): AsyncGenerator<readonly [string, GateReview]> {
  for await (const { itemId, queryReview } of readUltraToolLineage(folder)) {
    if (queryReview !== undefined) yield [itemId, queryReview];
  }
}

/** Decisions on merges of tools, from an export. */
export async function* mergesDecided(folder: string): AsyncGenerator<readonly [string, GateReview]> {
  for await (const { itemId, mergeReview } of dataLines(folder, 'merges.jsonl', mergeLineSchema))
    if (mergeReview !== undefined) yield [itemId, mergeReview];
}
