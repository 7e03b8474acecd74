import type { Dialogue } from '../core/dialogue.js';
import type { Service } from '../core/tool.js';
import { openSgd, openSgdVariant } from './sgd/corpus.js';
import { parseSgdDialogue } from './sgd/dialogue.js';

/** A file of a corpus, by its path inside the source folder. */
export interface CorpusFile {
  readonly path: string;
  readonly split: string;
}

/** A schema file with the services that it describes. */
export interface SchemaFile extends CorpusFile {
  readonly bytes: number;
  readonly sha256: string;
  readonly services: readonly Service[];
}

/** What a source folder holds, before its records are read. */
export interface CorpusLayout {
  /** SPDX id of the licence that what is made from this corpus carries. */
  readonly licence: string;
  /** Who is to be named. */
  readonly attribution: string;
  readonly schemas: readonly SchemaFile[];
  /** Shards: files that are one JSON array of records each. */
  readonly shards: readonly CorpusFile[];
}

/** A kind of corpus: how to open its folder and how to read one of its records. */
export interface CorpusKind {
  open(root: string): Promise<CorpusLayout>;
  /** The schemas of a variant of the corpus, one for each of these splits. */
  openVariant(root: string, splits: readonly string[]): Promise<SchemaFile[]>;
  /** @throws RecordFault */
  parse(text: string, split: string): Dialogue;
}

/** The corpora that can be read, by the name used in `--source NAME=PATH`. */
export const CORPORA = {
  sgd: { open: openSgd, openVariant: openSgdVariant, parse: parseSgdDialogue },
} as const satisfies Record<string, CorpusKind>;

export type CorpusName = keyof typeof CORPORA;
