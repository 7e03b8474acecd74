import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countBy } from '../../core/counts.js';
import { byText } from '../../core/ids.js';
import { EXPORT_FORMAT, type ManifestFile } from '../../core/manifest.js';
import { answeredBy } from '../../core/model-config.js';
import { countWriters } from '../../core/review/writing.js';
import type { ReviewCounts } from '../../core/review/counts.js';
import { goldCallsOf } from '../../core/tooltalk/conversation.js';
import type { ToolTalkDatabase, ToolTalkDocuments } from '../../core/tooltalk/files.js';
import { kindsOf } from '../../core/tooltalk/finding.js';
import type { ToolTalkItem } from '../../core/tooltalk/item.js';
import type { ToolTalkLineage, ToolTalkManifest } from '../../core/tooltalk/manifest.js';
import type { ToolTalkCounts, ToolTalkRun } from '../../core/tooltalk/run.js';
import { countOutcomes } from '../count-outcomes.js';
import { HashedFile } from '../hashed-file.js';
import { manifestText } from '../manifest-text.js';
import { writeRetries } from '../write-retries.js';
import type { RequiredPlace } from './openai-functions.js';
import { writeToolTalkFiles } from './write-files.js';

/** A conversation with its outcome; `item` is absent if none was held. */
export interface DecidedConversation {
  readonly line: ToolTalkLineage;
  readonly item: ToolTalkItem | undefined;
}

/** Inputs of a `tooltalk` export besides the run spec. */
export interface ConversationsOf {
  readonly conversations: readonly DecidedConversation[];
  readonly databases: ReadonlyMap<string, ToolTalkDatabase>;
  readonly documents: ToolTalkDocuments;
  readonly place: RequiredPlace;
  readonly retries: ReadonlyMap<string, number>;
  readonly review?: ReviewCounts | undefined;
  readonly guideline?: string | undefined;
}

/**
 * Writes `data/` and `manifest.json` of a `tooltalk` export into an empty folder: ToolTalk's folders and files, and
 * `lineage.jsonl` with every requested conversation.
 * @throws ITEM_UNFIT
 */
export async function writeToolTalkExport(
  folder: string,
  { models, ...frozen }: ToolTalkRun,
  given: ConversationsOf,
): Promise<ToolTalkManifest> {
  const data = join(folder, 'data');
  await mkdir(data);
  const decided = [...given.conversations].sort((a, b) => byText(a.line.itemId, b.line.itemId));
  const accepted = decided.flatMap(({ line, item }) =>
    line.outcome === 'accepted' && item !== undefined ? [item] : [],
  );
  const written = await writeToolTalkFiles(
    data,
    { conversations: accepted, databases: given.databases, documents: given.documents },
    given.place,
  );
  const lineage = await HashedFile.create('data/lineage.jsonl', join(data, 'lineage.jsonl'));
  for (const { line, item } of decided) {
    const file = line.outcome === 'accepted' && item ? { file: `${item.set}/${item.file}` } : {};
    const { itemId, recordId, set, outcome, ...rest } = line;
    await lineage.writeLine(JSON.stringify({ itemId, recordId, set, outcome, ...file, ...rest }));
  }
  const files: ManifestFile[] = [
    ...written.map((file) => ({ ...file, path: `data/${file.path}` })),
    await lineage.finish(),
  ];
  if (given.guideline !== undefined) {
    const file = await HashedFile.create('data/guideline.md', join(data, 'guideline.md'));
    await file.write(Buffer.from(given.guideline));
    files.push(await file.finish());
  }
  if (given.retries.size > 0) files.push(await writeRetries(folder, given.retries));
  const manifest: ToolTalkManifest = {
    ...frozen,
    ...(models === undefined ? {} : { models: answeredBy(models) }),
    format: EXPORT_FORMAT,
    counts: {
      ...countConversations(
        decided.map(({ line }) => line),
        accepted,
      ),
      ...(frozen.settings.write && { writers: writersOf(decided.map(({ line }) => line)) }),
      ...(given.review && { review: given.review }),
    },
    files: files.sort((a, b) => byText(a.path, b.path)),
  };
  await writeFile(join(folder, 'manifest.json'), manifestText(manifest), { flush: true });
  return manifest;
}

/** The authors of the accepted conversations. */
const writersOf = (lines: readonly ToolTalkLineage[]): Record<string, number> =>
  countWriters(
    lines.flatMap(({ outcome, review }) => (outcome === 'accepted' && review !== undefined ? [review] : [])),
  );

/** Counts of a run. @param lines of all conversations */
export function countConversations(
  lines: readonly ToolTalkLineage[],
  accepted: readonly ToolTalkItem[],
): ToolTalkCounts {
  const calls = accepted.flatMap(({ conversation }) => goldCallsOf(conversation));
  return {
    asked: lines.length,
    accepted: accepted.length,
    ...countOutcomes(lines),
    flagged: countBy(accepted.flatMap(({ findings }) => kindsOf(findings))),
    sets: countBy(accepted.map(({ set }) => set)),
    turns: accepted.flatMap(({ conversation }) => conversation.conversation).length,
    calls: calls.length,
    errors: calls.filter(({ exception }) => exception !== null).length,
    tools: countBy(calls.map(({ request }) => request.api_name)),
  };
}
