import type { CorpusName } from '../core/corpora.js';
import type { Dialogue } from '../core/dialogue.js';
import type { Service } from '../core/tool.js';
import { ATIS } from './atis/corpus.js';
import type { RecordLayout } from './index-shard.js';
import { METALWOZ } from './metalwoz/corpus.js';
import { MULTIWOZ } from './multiwoz/corpus.js';
import { decodeText } from './record-text.js';
import { SGD } from './sgd/corpus.js';
import { SNIPS } from './snips/corpus.js';
import { TASKMASTER } from './taskmaster/corpus.js';

/** A file of a corpus, by its path inside the source folder. */
export interface CorpusFile {
  readonly path: string;
  readonly split: string;
}

/** A file of records ("shard"). */
export interface ShardFile extends CorpusFile {
  /** How its records lie in it; an array unless it says otherwise. */
  readonly form?: RecordLayout;
}

/** A file with its digest. */
export interface HashedSourceFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The services of one split. */
export interface SplitSchema {
  readonly split: string;
  readonly services: readonly Service[];
}

/** A schema file with the services that it describes. */
export interface SchemaFile extends CorpusFile, HashedSourceFile, SplitSchema {}

/** What a source folder holds, before its records are read. */
export interface CorpusLayout {
  /** SPDX id of the licence that what is made from this corpus carries. */
  readonly licence: string;
  /** Who is to be named. */
  readonly attribution: string;
  readonly schemas: readonly SchemaFile[];
  /** Services of splits without a schema file: written here, or gathered from the records. */
  readonly services?: readonly SplitSchema[];
  /** What records are read with besides their own text: databases, acts, parallel files. */
  readonly resources?: readonly HashedSourceFile[];
  readonly shards: readonly ShardFile[];
}

/** Where a record stands. */
export interface RecordAt {
  readonly split: string;
  /** Path inside the source folder. */
  readonly file: string;
  /** From 0. */
  readonly ordinal: number;
}

/** Reads one record. @throws RecordFault */
export type ReadRecord = (text: string, at: RecordAt) => Dialogue;

/** A kind of corpus: how to open its folder and how to read its records. */
export interface CorpusKind {
  /**
   * What a folder holds.
   * @throws SOURCE_NOT_FOUND, SOURCE_NOT_A_CORPUS, SOURCE_UNREADABLE, SCHEMA_INVALID
   */
  readonly open: (root: string) => Promise<CorpusLayout>;
  /** The schemas of a variant of the corpus, one for each of these splits; absent where there are no variants. */
  readonly openVariant?: (root: string, splits: readonly string[]) => Promise<SchemaFile[]>;
  /** What reads the records of a folder that was opened, with its resources in memory. @throws as `open` */
  readonly reader: (root: string) => Promise<ReadRecord>;
  /** Whether the records of a split have words alone, of which a model may make calls; absent where none has. */
  readonly unannotated?: (split: string) => boolean;
  /** Whether records that are no UTF-8 are ISO 8859-1. */
  readonly latin1?: boolean;
}

/** The corpora that can be read. */
export const CORPORA: Readonly<Record<CorpusName, CorpusKind>> = {
  sgd: SGD,
  multiwoz: MULTIWOZ,
  taskmaster: TASKMASTER,
  metalwoz: METALWOZ,
  atis: ATIS,
  snips: SNIPS,
};

/** Reads one record from its bytes. @throws RecordFault */
export type RecordReader = (bytes: Uint8Array, at: RecordAt) => Dialogue;

/** The reader of a source folder; kept while records of it are read. @throws as `CorpusKind.open` */
export async function recordReader(kind: CorpusName, root: string): Promise<RecordReader> {
  const { reader, latin1 = false } = CORPORA[kind];
  const read = await reader(root);
  return (bytes, at) => read(decodeText(bytes, latin1), at);
}
