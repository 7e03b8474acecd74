import { basename, join } from 'node:path';
import type { GoldRules } from '../../core/mtu-bench/gold.js';
import type { Dialogue } from '../../core/dialogue.js';
import type { Service } from '../../core/tool.js';
import type { CorpusAbout } from '../about.js';
import type { CorpusKind, CorpusLayout, ReadRecord, RecordAt, ShardFile } from '../corpus-kind.js';
import { filesBelow, listedContent, wrongFolderError, type ExpectedFolder } from '../folder.js';
import { indexShard } from '../index-shard.js';
import { RecordFault } from '../record-fault.js';
import { decodeText } from '../record-text.js';
import { readShardRecords } from '../shard-reader.js';
import { utteranceDialogue } from './dialogue.js';
import { iobReader, iobResources, iobSplits } from './iob-split.js';
import { IntentInventory, type ServiceDescriptions } from './services.js';
import type { LabelledUtterance } from './utterance.js';

/** Parses an utterance from its record's text. @throws RecordFault */
type ReadUtterance = (text: string, ordinal: number, recordId: string) => LabelledUtterance;

/** Files in the corpus's own format besides IOB. */
export interface OwnFiles {
  readonly shards: readonly ShardFile[];
  /** Creates the reader for one of them. */
  reader(root: string, shard: ShardFile): Promise<ReadUtterance>;
}

/** A corpus of intents and slots (MTU-Bench §3: single-turn sources). */
export interface LabelledCorpus {
  readonly folder: ExpectedFolder;
  readonly about: CorpusAbout;
  readonly described: ServiceDescriptions;
  readonly ownFiles?: (files: readonly string[]) => OwnFiles;
  readonly latin1: boolean;
}

/** A shard with its reader. */
interface OpenShard extends ShardFile {
  readonly read: ReadUtterance;
}

/** A labelled corpus; its tools are gathered from the records of all splits. */
export const labelledCorpus = (corpus: LabelledCorpus): CorpusKind => ({
  latin1: corpus.latin1,
  async open(root, gold): Promise<CorpusLayout> {
    const files = await filesBelow(root, corpus.folder);
    const shards = await openShards(root, files, corpus);
    const splits = [...new Set(shards.map(({ split }) => split))];
    if (splits.length === 0)
      throw wrongFolderError(root, `none of these files in it ${listedContent(files)}`, corpus.folder);
    const services = await gather(root, shards, corpus, gold);
    const resources = await Promise.all(iobSplits(root, files).map((split) => iobResources(root, split)));
    return {
      licence: corpus.about.licence,
      attribution: corpus.about.attribution,
      schemas: [],
      services: splits.map((split) => ({ split, services })),
      ...(resources.length > 0 ? { resources: resources.flat() } : {}),
      shards: shards.map(({ path, split, form }) => ({ path, split, ...(form ? { form } : {}) })),
    };
  },
  async reader(root, gold): Promise<ReadRecord> {
    const shards = await openShards(root, await filesBelow(root, corpus.folder), corpus);
    const readers = new Map(shards.map(({ path, read }) => [path, read]));
    return (text, at): Dialogue => {
      const read = readers.get(at.file);
      if (!read) throw new Error(`${at.file} is no file of this corpus`);
      const recordId = idOf(at);
      const utterance = read(text, at.ordinal, recordId);
      const { serviceOf, doubtOf } = corpus.described;
      const doubt = gold === 'checked' ? doubtOf?.(utterance) : undefined;
      return utteranceDialogue(utterance, { recordId, split: at.split }, serviceOf, doubt);
    };
  },
});

/** Records have no ids, so split, file and position identify them (DESIGN.md, idea 4). */
const idOf = ({ split, file, ordinal }: RecordAt): string => `${split}/${basename(file)}:${ordinal + 1}`;

async function openShards(
  root: string,
  files: readonly string[],
  { ownFiles }: LabelledCorpus,
): Promise<OpenShard[]> {
  const own = ownFiles?.(files);
  const shards: OpenShard[] = [];
  if (own) for (const shard of own.shards) shards.push({ ...shard, read: await own.reader(root, shard) });
  for (const split of iobSplits(root, files))
    shards.push({ path: split.path, split: split.split, form: 'lines', read: await iobReader(root, split) });
  return shards;
}

/** Number of records per read while tools are collected. */
const TOGETHER = 1000;

/** The tools of all readable records; the others are quarantined later, one by one. */
async function gather(
  root: string,
  shards: readonly OpenShard[],
  { described, latin1 }: LabelledCorpus,
  gold: GoldRules | undefined,
): Promise<Service[]> {
  const inventory = new IntentInventory();
  for (const { path, split, form = 'array', read } of shards) {
    const file = join(root, path);
    const places = await indexShard(form, file, file);
    for (let from = 0; from < places.offsets.length; from += TOGETHER) {
      const to = Math.min(from + TOGETHER, places.offsets.length);
      const records = await readShardRecords(file, file, places, from, to);
      for (const [i, bytes] of records.entries()) {
        const at: RecordAt = { split, file: path, ordinal: from + i };
        try {
          inventory.add(read(decodeText(bytes, latin1), at.ordinal, idOf(at)));
        } catch (error) {
          if (!(error instanceof RecordFault)) throw error;
        }
      }
    }
  }
  return inventory.services(described, gold);
}
