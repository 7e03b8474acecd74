import { join } from 'node:path';
import { guidelineOfExport } from '../../app/regenerate/exported-decisions.js';
import { suiteDatabases } from '../../app/simulators/start.js';
import { givenSources } from '../../app/sources/parse-sources.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { asFrozen } from '../../core/model-config.js';
import type { ToolTalkManifest } from '../../core/tooltalk/manifest.js';
import { PromptLibrary } from '../../prompts/library.js';
import { DATABASES_DOCUMENT } from '../../stages/tooltalk/context.js';
import { TOOLTALK_SPLIT } from '../../stages/tooltalk/review-conversations.js';
import { GUIDELINE } from '../../store/documents.js';
import type { OutcomeRow } from '../../store/review/outcomes.js';
import type { NewRun } from '../../store/runs.js';
import type { RebuildRequest } from '../family.js';
import { readToolTalkLineage } from '../../outputs/tooltalk/read-export.js';
import { missingInput, otherContent, promptText, sourcePlace } from '../recorded.js';
import { databasesText, readFiles, sourcesOf, toolTalkWorkItems } from './resolve/resolve-run.js';

const NAMES = { among: ['conversations'], example: '--source conversations=ToolTalk/data' };

/** The run that the manifest describes, as a new run. Its databases are in the export. */
export async function described(
  { folder, sources, prompts, home }: RebuildRequest,
  manifest: ToolTalkManifest,
): Promise<NewRun<'tooltalk'>> {
  const { counts: _counts, files: _files, models, ...frozen } = manifest;
  const databases = await suiteDatabases(join(folder, 'data', 'databases'));
  const wanted = manifest.sources.find(({ name }) => name === 'conversations');
  const read = wanted === undefined ? undefined : await readFiles(await conversationsAt(sources, home));
  const found = sourcesOf(databases, read);
  for (const { name, sha256 } of manifest.sources) {
    const there = found.find((source) => source.name === name);
    if (there?.sha256 !== sha256)
      throw otherContent(name, sha256, there?.sha256 ?? '', 'Give the files that the export was made of.');
  }
  const library = PromptLibrary.open(prompts);
  const guideline = await guidelineOfExport(folder);
  return {
    ...{ name: 'rebuild', out: 'rebuild', shards: [], roots: {} },
    frozen: {
      ...frozen,
      format: RUN_FORMAT,
      ...(models === undefined ? {} : { models: asFrozen(models) }),
    },
    documents: [
      { ...DATABASES_DOCUMENT, text: databasesText(databases) },
      ...(guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }]),
      ...manifest.prompts.map((prompt) => ({
        kind: 'prompt' as const,
        name: prompt.id,
        text: promptText(library, prompt),
      })),
    ],
    workItems: toolTalkWorkItems(manifest.settings, manifest.seed, read, databases),
  };
}

const conversationsAt = (sources: readonly string[], home: RebuildRequest['home']): Promise<string> =>
  sourcePlace('conversations', givenSources(sources, NAMES), home, (found) =>
    missingInput('the conversations that were read', found, 'Add --source conversations=DIR.'),
  );

/** Decisions on conversations, from an export. */
export async function conversationsDecided(folder: string): Promise<OutcomeRow[]> {
  const rows: OutcomeRow[] = [];
  for await (const { itemId, set, itemVersion, review: record } of readToolTalkLineage(folder)) {
    if (record === undefined) continue;
    const split = record.split === undefined ? undefined : TOOLTALK_SPLIT;
    rows.push({ itemId, setting: set, split, record, version: split && itemVersion });
  }
  return rows;
}
