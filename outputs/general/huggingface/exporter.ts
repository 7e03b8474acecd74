import { CELLS, SETTINGS, type Cell } from '../../../core/item.js';
import { ITEM_COLUMNS, RECORD_COLUMNS, TOOL_COLUMNS, type Column, type Row } from '../columns.js';
import type {
  DatasetExporter,
  DatasetFormat,
  DatasetSource,
  Published,
  PublishedItem,
} from '../dataset-exporter.js';
import type { DatasetFolder } from '../dataset-folder.js';
import { JSONL } from '../jsonl-table.js';
import { PARQUET } from '../parquet-table.js';
import { itemRow, recordRow, toolRow } from '../rows.js';
import type { Table, TableFormat } from '../table.js';
import { datasetCard } from './card.js';
import { croissant } from './croissant.js';
import type { WrittenSplit } from './written-split.js';

/** Parquet in a folder that `datasets.load_dataset` and the Hugging Face Hub read. */
export const HUGGINGFACE: DatasetFormat = {
  name: 'huggingface',
  summary: 'Parquet, dataset card and Croissant metadata',
  needsRecords: true,
  open: (folder, source) => Promise.resolve(new HuggingFaceExporter(folder, source, PARQUET)),
};

/** The same rows as JSON lines. */
export const HUGGINGFACE_JSONL: DatasetFormat = {
  name: 'huggingface-jsonl',
  summary: 'JSON lines, dataset card and Croissant metadata',
  needsRecords: true,
  open: (folder, source) => Promise.resolve(new HuggingFaceExporter(folder, source, JSONL)),
};

/** Configs in the order in which the card lists them. */
const CONFIGS = ['items', ...CELLS, 'tools'] as const;
type Config = (typeof CONFIGS)[number];

const COLUMNS = Object.fromEntries(
  CONFIGS.map((config) => [
    config,
    config === 'items' ? ITEM_COLUMNS : config === 'tools' ? TOOL_COLUMNS : RECORD_COLUMNS,
  ]),
) as Record<Config, readonly Column[]>;

/** A table under way, with what the card needs to know of it. */
interface OpenSplit {
  readonly config: Config;
  readonly split: string;
  readonly table: Table;
  /** Bytes of the values, see `bytesOf`. */
  bytes: number;
}

class HuggingFaceExporter implements DatasetExporter {
  /** At most one split of a config is open: items come split by split. */
  readonly #open = new Map<Config, OpenSplit>();
  readonly #written: WrittenSplit[] = [];

  constructor(
    private readonly folder: DatasetFolder,
    private readonly source: DatasetSource,
    private readonly format: TableFormat,
  ) {}

  async item(published: PublishedItem): Promise<void> {
    const { item, split, records } = published;
    await this.#row('items', split ?? 'unplaced', itemRow(published));
    if (split === null) return;
    const cell: Cell = split === 'ood' ? 'OOD' : item.setting;
    for (const [turn, record] of records.entries())
      await this.#row(cell, split === 'train' ? 'train' : 'test', recordRow(item, record, turn));
  }

  async finish(licences: ReadonlyMap<string, number>): Promise<Published> {
    const { tools, members = {} } = this.source.catalogue;
    for (const document of Object.values(tools)) await this.#row('tools', 'tools', toolRow(document, null));
    for (const [member, document] of Object.entries(members))
      await this.#row('tools', 'tools', toolRow(document, member));
    for (const open of this.#open.values()) await this.#end(open);
    const splits = this.#written.toSorted((a, b) => place(a) - place(b));
    const { manifest, placed } = this.source;
    const described = { manifest, placed, splits, licences, mediaType: this.format.mediaType };
    await this.folder.text('croissant.json', croissant(described));
    await this.folder.text('README.md', datasetCard(described));
    const first = SETTINGS.find((setting) => splits.some(({ config }) => config === setting)) ?? 'items';
    return {
      parts: splits.map(({ config, split, rows }) => ({ part: `${config}/${split}`, rows })),
      opens: `datasets.load_dataset("OUT", "${first}")`,
    };
  }

  async #row(config: Config, split: string, row: Row): Promise<void> {
    let open = this.#open.get(config);
    if (open?.split !== split) {
      if (open) await this.#end(open);
      const path = `data/${config}/${split}.${this.format.extension}`;
      open = {
        config,
        split,
        table: await this.format.open(this.folder, path, COLUMNS[config]),
        bytes: 0,
      };
      this.#open.set(config, open);
    }
    open.bytes += bytesOf(row);
    await open.table.row(row);
  }

  async #end({ config, split, table, bytes }: OpenSplit): Promise<void> {
    this.#written.push({
      config,
      split,
      columns: COLUMNS[config],
      rows: table.rows,
      bytes,
      file: await table.finish(),
    });
  }
}

const SPLIT_ORDER = ['test', 'ood', 'train', 'unplaced', 'tools'];

/** Configs as listed, within one: test, ood, train, unplaced. */
const place = ({ config, split }: WrittenSplit): number =>
  CONFIGS.indexOf(config as Config) * SPLIT_ORDER.length + SPLIT_ORDER.indexOf(split);

/** Bytes of a row in memory as Arrow counts them: text in UTF-8 with an offset of four bytes, numbers in four. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 4;
  if (Array.isArray(value)) return (value as unknown[]).reduce<number>((sum, one) => sum + bytesOf(one), 4);
  if (typeof value === 'object' && value !== null)
    return Object.values(value).reduce<number>((sum, one) => sum + bytesOf(one), 0);
  return 4;
}
