import type { Item } from '../../core/mtu-bench/item.js';
import type { Split } from '../../core/split.js';
import type { MtuBenchManifest } from '../../core/mtu-bench/manifest.js';
import type { ManifestFile } from '../../core/manifest.js';
import type { TEvalStem } from '../../core/t-eval/files.js';
import type { TEvalManifest } from '../../core/t-eval/manifest.js';
import type { LibraryTool } from '../../core/tool-library.js';
import type { OfferedTool } from '../../transforms/mtu-bench/offering/offered-tools.js';
import type { Catalogue } from '../../transforms/mtu-bench/tools/catalogue.js';
import type { TEvalRecord } from '../../transforms/t-eval/records.js';
import type { PathLine } from '../t-eval/read-paths.js';
import type { DatasetFolder } from './dataset-folder.js';

/** A record of an evaluation or training file. */
export interface DatasetRecord {
  readonly id: string;
  readonly question: string;
  readonly answer: unknown;
  /** Training files only. */
  readonly response?: string | undefined;
}

/** An item of an export with its file's context. */
export interface PublishedItem {
  readonly item: Item;
  /** null: in no file, for the reason in `notEvaluated`. */
  readonly split: Split | null;
  readonly evaluation: string | null;
  readonly notEvaluated: string | undefined;
  /** Its offered tools with the documents shown; empty if it is in no file. */
  readonly offered: readonly OfferedTool[];
  /** Its lines in the evaluation or training file, one per user turn; empty unless the format needs them. */
  readonly records: readonly DatasetRecord[];
}

/** Facts known only to the publisher; an export has neither time nor place. */
export interface PublishedPlace {
  readonly url: string | null;
  /** Publication date, YYYY-MM-DD. */
  readonly published: string | null;
}

/** What an exporter knows before the first item. */
export interface DatasetSource {
  readonly manifest: MtuBenchManifest;
  readonly placed: PublishedPlace;
  readonly catalogue: Catalogue;
}

/** Rows of a written split, or of a split of a config. */
export interface PublishedPart {
  readonly part: string;
  readonly rows: number;
}

/** What was written, for the manifest and the summary. */
export interface Published {
  readonly parts: readonly PublishedPart[];
  /** How to open it: a command or a line of code. */
  readonly opens: string;
}

/**
 * Writes a dataset in one format from a stream of items, in constant memory. Items come in the order of `items.jsonl`:
 * by cell, then item id.
 */
export interface DatasetExporter {
  item(item: PublishedItem): Promise<void>;
  /** Closes open files and writes the descriptions. @param licences number of items per licence */
  finish(licences: ReadonlyMap<string, number>): Promise<Published>;
}

/** A record of one of T-Eval's data files. */
export interface PathRecord {
  readonly stem: TEvalStem;
  readonly id: string;
  /** The query's id. */
  readonly query: string;
  /** Whether it is in the file's 20 % subset. */
  readonly subset: boolean;
  readonly record: TEvalRecord;
}

/** An accepted path. */
export interface PublishedPath {
  readonly item: PathLine;
  readonly licence: string;
}

/** What a T-Eval exporter knows before the first path. */
export interface TEvalSource {
  readonly manifest: TEvalManifest;
  readonly placed: PublishedPlace;
  readonly tools: readonly LibraryTool[];
  /** SPDX id of the paths' licence. */
  readonly licence: string;
  /** The records of the data files, file by file. */
  records(): AsyncGenerator<PathRecord>;
}

/** Writes a dataset of accepted paths in one format; see `DatasetExporter`. */
export interface TEvalExporter {
  item(item: PublishedPath): Promise<void>;
  finish(licences: ReadonlyMap<string, number>): Promise<Published>;
}

/** A format for published exports. */
export interface DatasetFormat {
  readonly name: string;
  readonly summary: string;
  /** For conversations: whether calls include their thought. */
  readonly thoughts?: boolean;
  /** Whether items come with their records. */
  readonly needsRecords: boolean;
  /** For MTU-Bench exports. */
  open(folder: DatasetFolder, source: DatasetSource): Promise<DatasetExporter>;
  /** For T-Eval exports. */
  openPaths(folder: DatasetFolder, source: TEvalSource): Promise<TEvalExporter>;
}

/** A file as listed in cards and manifests. */
export type DatasetFile = ManifestFile;
