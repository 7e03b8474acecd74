import type { Licence } from '../../core/licences.js';
import type { ManifestFile } from '../../core/manifest.js';
import type { ChatConversation } from './chat/conversation.js';
import type { Column, TableRow } from './columns.js';
import type { DatasetFolder } from './dataset-folder.js';

/** Facts known only to the publisher; an export has neither time nor place. */
export interface PublishedPlace {
  readonly url: string | null;
  /** Publication date, YYYY-MM-DD. */
  readonly published: string | null;
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

/** A file as listed in cards and manifests. */
export type DatasetFile = ManifestFile;

/** A written split of a config, for card and Croissant metadata. */
export interface WrittenSplit {
  readonly config: string;
  readonly split: string;
  readonly columns: readonly Column[];
  readonly rows: number;
  /** In-memory bytes of its values. */
  readonly bytes: number;
  readonly file: DatasetFile;
}

/** A row of a table. */
export interface DatasetRow {
  readonly config: string;
  /** Rows come split by split within their config. */
  readonly split: string;
  readonly row: TableRow;
}

/** A config of a dataset: its tables, one a split, have the same columns. */
export interface DatasetConfig {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** What cards and metadata say of a dataset. */
export interface DatasetDescription {
  /** Derived from the inputs only. */
  readonly name: string;
  /** One sentence. */
  readonly description: string;
  /** What to cite. */
  readonly citation: string;
  /** Language of the texts; undefined: not known. */
  readonly language: string | undefined;
  /** The card's body. */
  readonly text: string;
  /** The config that the summary opens. */
  readonly opens: string;
}

/** An export as tables. Items come in the order of the export, in constant memory. */
export interface DatasetTables {
  /** In card order. */
  readonly configs: readonly DatasetConfig[];
  /** The default config; its rows are the ones counted. */
  readonly main: string;
  /** In card order. */
  readonly splits: readonly string[];
  items(): AsyncIterable<{ readonly licence: string; readonly rows: readonly DatasetRow[] }>;
  /** Rows that are no item's, after the items: tools, records of whole files. */
  rest(): AsyncIterable<DatasetRow>;
  describe(splits: readonly WrittenSplit[], licences: ReadonlyMap<string, number>): DatasetDescription;
}

/** An item as a conversation; without one it is in no file. */
export interface DatasetConversation {
  readonly licence: string;
  readonly written?:
    | {
        readonly split: string;
        readonly conversation: ChatConversation;
        /** Its line in the file beside the conversations. */
        readonly origin: {
          readonly itemId: string;
          readonly licence: string;
          readonly [more: string]: unknown;
        };
      }
    | undefined;
}

/** An export as conversations. */
export interface DatasetConversations {
  /** In order. */
  readonly splits: readonly string[];
  /** The split that the summary opens where none was written. */
  readonly otherwise: string;
  /** @param thoughts whether calls include their thought */
  items(thoughts: boolean): AsyncIterable<DatasetConversation>;
}

/** A verified export, in the forms that formats are made from; undefined: the family has it in no such form. */
export interface PublishSource {
  readonly family: string;
  /** Number of items. */
  readonly items: number;
  /** Licence of an export without items. */
  readonly licence: string;
  /** For the whole dataset: ownership and conditions. @param licence of the whole */
  notice(licence: Licence): string;
  readonly tables: DatasetTables | undefined;
  readonly conversations: DatasetConversations | undefined;
}

/** What an exporter writes from and to. */
export interface DatasetOrder {
  readonly source: PublishSource;
  readonly folder: DatasetFolder;
  readonly placed: PublishedPlace;
  /** To be called with the licence of each item. */
  readonly item: (licence: string) => void;
  /** Number of items per licence, when all were told. */
  readonly licences: () => ReadonlyMap<string, number>;
}

/** A format for published exports, written item by item in constant memory. */
export interface DatasetFormat {
  readonly name: string;
  readonly summary: string;
  /** For conversations: whether calls include their thought. */
  readonly thoughts?: boolean;
  /** The form of the export that it is made from. */
  readonly from: 'tables' | 'conversations';
  write(order: DatasetOrder): Promise<Published>;
}
