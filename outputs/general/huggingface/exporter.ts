import { CELLS, SETTINGS, type Cell } from '../../../core/mtu-bench/item.js';
import { ITEM_COLUMNS, RECORD_COLUMNS, TOOL_COLUMNS, type Column } from '../columns.js';
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
import { publishedItemRow, recordRow, toolRow } from '../mtu-bench/rows.js';
import { TEvalHuggingFace } from '../t-eval/huggingface.js';
import type { TableFormat } from '../table.js';
import { cardText } from '../mtu-bench/card-text.js';
import { writeDescriptions } from './describe.js';
import { SplitTables } from './split-tables.js';
import { citation, datasetName, sourceNames, type WrittenSplit } from './written-split.js';

/** Parquet files for `datasets.load_dataset` and the Hugging Face Hub. */
export const HUGGINGFACE: DatasetFormat = {
  name: 'huggingface',
  summary: 'Parquet, dataset card and Croissant metadata',
  needsRecords: true,
  open: (folder, source) => Promise.resolve(new HuggingFaceExporter(folder, source, PARQUET)),
  openPaths: (folder, source) => Promise.resolve(new TEvalHuggingFace(folder, source, PARQUET)),
};

/** The same rows as JSON lines. */
export const HUGGINGFACE_JSONL: DatasetFormat = {
  name: 'huggingface-jsonl',
  summary: 'JSON lines, dataset card and Croissant metadata',
  needsRecords: true,
  open: (folder, source) => Promise.resolve(new HuggingFaceExporter(folder, source, JSONL)),
  openPaths: (folder, source) => Promise.resolve(new TEvalHuggingFace(folder, source, JSONL)),
};

/** Configs in card order. */
const CONFIGS = ['items', ...CELLS, 'tools'] as const;
type Config = (typeof CONFIGS)[number];

const COLUMNS = Object.fromEntries(
  CONFIGS.map((config) => [
    config,
    config === 'items' ? ITEM_COLUMNS : config === 'tools' ? TOOL_COLUMNS : RECORD_COLUMNS,
  ]),
) as Record<Config, readonly Column[]>;

class HuggingFaceExporter implements DatasetExporter {
  readonly #tables: SplitTables<Config>;

  constructor(
    private readonly folder: DatasetFolder,
    private readonly source: DatasetSource,
    private readonly format: TableFormat,
  ) {
    this.#tables = new SplitTables(folder, format, COLUMNS);
  }

  async item(published: PublishedItem): Promise<void> {
    const { item, split, records } = published;
    await this.#tables.row('items', split ?? 'unplaced', publishedItemRow(published));
    if (split === null) return;
    const cell: Cell = split === 'ood' ? 'OOD' : item.setting;
    for (const [turn, record] of records.entries())
      await this.#tables.row(cell, split === 'train' ? 'train' : 'test', recordRow(item, record, turn));
  }

  async finish(licences: ReadonlyMap<string, number>): Promise<Published> {
    const { tools, members = {} } = this.source.catalogue;
    for (const document of Object.values(tools))
      await this.#tables.row('tools', 'tools', toolRow(document, null));
    for (const [member, document] of Object.entries(members))
      await this.#tables.row('tools', 'tools', toolRow(document, member));
    const splits = (await this.#tables.end()).toSorted((a, b) => place(a) - place(b));
    const { manifest, placed } = this.source;
    await writeDescriptions(this.folder, {
      ...{ family: manifest.family, name: datasetName(manifest), language: 'en', main: 'items' },
      description: `Tool-use evaluation and training data in the form of ${manifest.family}, made from ${sourceNames(manifest)}.`,
      citation: citation(manifest),
      text: cardText(manifest, splits, licences),
      ...{ placed, splits, licences, mediaType: this.format.mediaType },
    });
    const first = SETTINGS.find((setting) => splits.some(({ config }) => config === setting)) ?? 'items';
    return {
      parts: splits.map(({ config, split, rows }) => ({ part: `${config}/${split}`, rows })),
      opens: `datasets.load_dataset("OUT", "${first}")`,
    };
  }
}

const SPLIT_ORDER = ['test', 'ood', 'train', 'unplaced', 'tools'];

/** Sort key: config order, then test, ood, train, unplaced. */
const place = ({ config, split }: WrittenSplit): number =>
  CONFIGS.indexOf(config as Config) * SPLIT_ORDER.length + SPLIT_ORDER.indexOf(split);
