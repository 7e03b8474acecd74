import type { Item, Split } from '../../core/item.js';
import type { Manifest, ManifestFile } from '../../core/manifest.js';
import type { TEvalStem } from '../../core/t-eval/files.js';
import type { TEvalManifest } from '../../core/t-eval/manifest.js';
import type { LibraryTool } from '../../core/tool-library.js';
import type { OfferedTool } from '../../transforms/offering/offered-tools.js';
import type { Catalogue } from '../../transforms/tools/catalogue.js';
import type { TEvalRecord } from '../../transforms/t-eval/records.js';
import type { PathLine } from '../t-eval/read-paths.js';
import type { DatasetFolder } from './dataset-folder.js';

/** A record of an evaluation or training file. */
export interface DatasetRecord {
  readonly id: string;
  readonly question: string;
  readonly answer: unknown;
  /** In training files alone. */
  readonly response?: string | undefined;
}

/** An item of an export with what it was written with. */
export interface PublishedItem {
  readonly item: Item;
  /** null: in no evaluation or training file, for the reason in `notEvaluated`. */
  readonly split: Split | null;
  readonly evaluation: string | null;
  readonly notEvaluated: string | undefined;
  /** The tools offered with it, with their documents as the item shows them; empty where it is in no file. */
  readonly offered: readonly OfferedTool[];
  /** Its lines in the evaluation or training file, a user turn each; empty where the format does not ask for them. */
  readonly records: readonly DatasetRecord[];
}

/** What only the person who publishes knows; an export knows neither time nor place. */
export interface PublishedPlace {
  /** Where it can be found. */
  readonly url: string | null;
  /** The day of publication, YYYY-MM-DD. */
  readonly published: string | null;
}

/** What an exporter knows before the first item. */
export interface DatasetSource {
  readonly manifest: Manifest;
  readonly placed: PublishedPlace;
  readonly catalogue: Catalogue;
}

/** Rows of a part of what was written: of a split, or of a split of a config. */
export interface PublishedPart {
  readonly part: string;
  readonly rows: number;
}

/** What was written, for the manifest and for people. */
export interface Published {
  readonly parts: readonly PublishedPart[];
  /** How a person opens it: a command or a line of code. */
  readonly opens: string;
}

/**
 * Writes a dataset in one format while items stream by: what it keeps does not grow with their number. Items come in
 * the order of `items.jsonl`: cell by cell, within a cell in item id order.
 */
export interface DatasetExporter {
  item(item: PublishedItem): Promise<void>;
  /**
   * Ends what is open and writes what describes the whole.
   * @param licences of all items, by number of items
   */
  finish(licences: ReadonlyMap<string, number>): Promise<Published>;
}

/** A record of one of T-Eval's data files. */
export interface PathRecord {
  readonly stem: TEvalStem;
  readonly id: string;
  /** The query's name. */
  readonly query: string;
  /** Whether it is in the file's fifth. */
  readonly subset: boolean;
  readonly record: TEvalRecord;
}

/** An accepted path. */
export interface PublishedPath {
  readonly item: PathLine;
  readonly licence: string;
}

/** What an exporter of T-Eval's kind knows before the first path. */
export interface PathsSource {
  readonly manifest: TEvalManifest;
  readonly placed: PublishedPlace;
  readonly tools: readonly LibraryTool[];
  /** SPDX id of what the paths are under. */
  readonly licence: string;
  /** The records of the data files, file by file. */
  records(): AsyncGenerator<PathRecord>;
}

/** Writes a dataset of accepted paths in one format, as `DatasetExporter` does of items. */
export interface PathsExporter {
  item(item: PublishedPath): Promise<void>;
  finish(licences: ReadonlyMap<string, number>): Promise<Published>;
}

/** A format that exports can be published in. */
export interface DatasetFormat {
  readonly name: string;
  readonly summary: string;
  /** Of conversations: whether calls come with their thought. */
  readonly thoughts?: boolean;
  /** Whether items come with their records. */
  readonly needsRecords: boolean;
  /** Of an export of MTU-Bench's kind. */
  open(folder: DatasetFolder, source: DatasetSource): Promise<DatasetExporter>;
  /** Of an export of T-Eval's kind. */
  openPaths(folder: DatasetFolder, source: PathsSource): Promise<PathsExporter>;
}

/** Files as they are listed in cards and manifests. */
export type DatasetFile = ManifestFile;
