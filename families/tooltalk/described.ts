import { join } from 'node:path';
import { suiteDatabases } from '../../app/simulators/start.js';
import { givenSources } from '../../app/sources/parse-sources.js';
import type { ToolTalkManifest } from '../../core/tooltalk/manifest.js';
import { readToolTalkLineage } from '../../outputs/tooltalk/read-export.js';
import type { GateDecisions } from '../../stages/review/settled-gate.js';
import { DATABASES_DOCUMENT } from '../../stages/tooltalk/context.js';
import { TOOLTALK_SPLIT } from '../../stages/tooltalk/review-conversations.js';
import type { OutcomeRow } from '../../store/review/outcomes.js';
import type { NewRun } from '../../store/runs.js';
import type { RebuildRequest } from '../family.js';
import { gateDecisions, itemDecisions } from '../lineage.js';
import { describedRun, missingInput, otherContent, sourcePlace } from '../recorded.js';
import { databasesText, readFiles, sourcesOf, toolTalkWorkItems } from './resolve/resolve-run.js';

const NAMES = { among: ['conversations'], example: '--source conversations=ToolTalk/data' };

/** The run that the manifest describes, as a new run. Its databases are in the export. */
export async function described(
  request: RebuildRequest,
  manifest: ToolTalkManifest,
): Promise<NewRun<'tooltalk'>> {
  const { folder, sources, home } = request;
  const databases = await suiteDatabases(join(folder, 'data', 'databases'));
  const wanted = manifest.sources.find(({ name }) => name === 'conversations');
  const read = wanted === undefined ? undefined : await readFiles(await conversationsAt(sources, home));
  const found = sourcesOf(databases, read);
  for (const { name, sha256 } of manifest.sources) {
    const there = found.find((source) => source.name === name);
    if (there?.sha256 !== sha256)
      throw otherContent(name, sha256, there?.sha256 ?? '', 'Give the files that the export was made of.');
  }
  const kept = { ...DATABASES_DOCUMENT, text: databasesText(databases) };
  return {
    ...(await describedRun(request, manifest, [kept])),
    roots: {},
    workItems: toolTalkWorkItems(manifest.settings, manifest.seed, read, databases),
  };
}

const conversationsAt = (sources: readonly string[], home: RebuildRequest['home']): Promise<string> =>
  sourcePlace('conversations', givenSources(sources, NAMES), home, (found) =>
    missingInput('the conversations that were read', found, 'Add --source conversations=DIR.'),
  );

/** Decisions on conversations, from an export. */
export const conversationsDecided = (folder: string): Promise<OutcomeRow[]> =>
  itemDecisions(readToolTalkLineage(folder), TOOLTALK_SPLIT, ({ set }) => set);

/** Decisions on scenarios, from an export. */
export const scenariosDecided = (folder: string): GateDecisions =>
  gateDecisions(readToolTalkLineage(folder), ({ scenarioReview }) => scenarioReview);
