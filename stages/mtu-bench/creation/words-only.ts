import type { Dialogue } from '../../../core/dialogue.js';
import { CREATE_STAGE } from '../../../core/mtu-bench/creation.js';
import { CORPORA } from '../../../sources/corpus.js';
import { RecordFault } from '../../../sources/record-fault.js';
import { readShardRecords } from '../../../sources/shard-reader.js';
import type { Run } from '../../../store/runs.js';
import { openStage, type NewSubject } from '../../../store/stages/subjects.js';
import type { Store } from '../../../store/store.js';
import { shardFile, sourceOf, type RunContexts } from '../run-context.js';

/** A record of words alone, by its place: what the subjects of these stages are. */
export interface UnannotatedPlace {
  readonly shard: number;
  readonly ordinal: number;
}

/** A file of such records. */
export interface UnannotatedShard {
  readonly shard: number;
  readonly source: string;
  readonly split: string;
}

/** The files whose records have words alone, in reading order. */
export const unannotatedShards = ({ frozen }: Pick<Run<'mtu-bench'>, 'frozen'>): UnannotatedShard[] =>
  frozen.sources
    .flatMap(({ name: source, kind, shards }) => shards.map(({ split }) => ({ source, kind, split })))
    .flatMap(({ kind, ...one }, shard) =>
      CORPORA[kind].unannotated?.(one.split) === true ? [{ shard, ...one }] : [],
    );

/** What a record is called among the subjects of a stage: where it stands, as people look for it. */
export const subjectOf = ({
  source,
  file,
  line,
}: {
  readonly source: string;
  readonly file: string;
  readonly line: number;
}): string => `${source}/${file}:${line}`;

/** Notes what the stage `create` is to work on: every record of words alone, whether or not it can be read. Idempotent. */
export async function openCreation(store: Store, contexts: RunContexts, runId: string): Promise<void> {
  const { run } = await contexts.of(runId);
  const subjects: NewSubject[] = [];
  for (const { shard, source } of unannotatedShards(run)) {
    const { path: file, lines } = await contexts.shard(runId, shard);
    for (const [ordinal, line] of lines.entries())
      subjects.push({
        subject: subjectOf({ source, file, line }),
        input: { shard, ordinal } satisfies UnannotatedPlace,
      });
  }
  await openStage(store, runId, CREATE_STAGE, subjects);
}

/**
 * Reads such a record again; its file is still the one that the run froze.
 * @returns undefined for one that cannot be read: its conversion says why
 * @throws SOURCE_CHANGED, SOURCE_UNREADABLE
 */
export async function readUnannotated(
  contexts: RunContexts,
  runId: string,
  { shard: number, ordinal }: UnannotatedPlace,
): Promise<Dialogue | undefined> {
  const { run } = await contexts.of(runId);
  const shard = await contexts.shard(runId, number);
  const read = await contexts.reader(runId, shard.source);
  const [bytes = Buffer.of()] = await readShardRecords(
    shardFile(run, shard),
    shard.path,
    shard,
    ordinal,
    ordinal + 1,
  );
  try {
    return read(bytes, { split: shard.split, file: shard.path, ordinal });
  } catch (error) {
    if (error instanceof RecordFault) return undefined;
    throw error;
  }
}

/** Whether a model made the calls of a file's records: they have words alone, and the run was to. */
export const isCreated = (
  run: Run<'mtu-bench'>,
  { source, split }: { readonly source: string; readonly split: string },
): boolean =>
  run.frozen.settings.create !== undefined &&
  CORPORA[sourceOf(run, source).kind].unannotated?.(split) === true;
