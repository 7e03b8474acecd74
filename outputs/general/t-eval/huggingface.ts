import { TEVAL_FILES, type TEvalStem } from '../../../core/t-eval/files.js';
import type { Column } from '../columns.js';
import type { TEvalExporter, TEvalSource, Published, PublishedPath } from '../dataset-exporter.js';
import type { DatasetFolder } from '../dataset-folder.js';
import { writeDescriptions } from '../huggingface/describe.js';
import { SplitTables } from '../huggingface/split-tables.js';
import type { TableFormat } from '../table.js';
import { pathsCardText, pathsCitation, pathsName, toolsName } from './card-text.js';
import { API_COLUMNS, PATH_COLUMNS, PATH_RECORD_COLUMNS, PATH_SPLIT } from './columns.js';
import { apiRows, pathRecordRow, pathRow } from './rows.js';

const MAIN = 'paths';
type Config = typeof MAIN | TEvalStem | 'tools';

/** Configs in card order. */
const CONFIGS: readonly Config[] = [MAIN, ...TEVAL_FILES.map(({ stem }) => stem), 'tools'];

const COLUMNS = Object.fromEntries(
  CONFIGS.map((config) => [
    config,
    config === MAIN ? PATH_COLUMNS : config === 'tools' ? API_COLUMNS : PATH_RECORD_COLUMNS,
  ]),
) as Record<Config, readonly Column[]>;

/** Accepted paths, the records of the eight subsets and the tools, each as a config. */
export class TEvalHuggingFace implements TEvalExporter {
  readonly #tables: SplitTables<Config>;

  constructor(
    private readonly folder: DatasetFolder,
    private readonly source: TEvalSource,
    private readonly format: TableFormat,
  ) {
    this.#tables = new SplitTables(folder, format, COLUMNS);
  }

  async item(path: PublishedPath): Promise<void> {
    await this.#tables.row(MAIN, PATH_SPLIT, pathRow(path, this.source.manifest.sources[0]?.name ?? ''));
  }

  async finish(licences: ReadonlyMap<string, number>): Promise<Published> {
    const { manifest, placed, tools } = this.source;
    for await (const record of this.source.records())
      await this.#tables.row(record.stem, PATH_SPLIT, pathRecordRow(record));
    const called = new Set(manifest.settings.called);
    for (const tool of tools)
      for (const row of apiRows(tool, called)) await this.#tables.row('tools', 'tools', row);
    const splits = (await this.#tables.end()).toSorted(
      (a, b) => CONFIGS.indexOf(a.config as Config) - CONFIGS.indexOf(b.config as Config),
    );
    await writeDescriptions(this.folder, {
      ...{ family: manifest.family, name: pathsName(manifest) },
      ...{ language: manifest.settings.language, main: MAIN },
      description: `Queries with annotated solution paths over ${toolsName(manifest)}, and the evaluation records in the form of ${manifest.family} made from them.`,
      citation: pathsCitation(manifest),
      text: pathsCardText(manifest, splits, licences),
      ...{ placed, splits, licences, mediaType: this.format.mediaType },
    });
    return {
      parts: splits.map(({ config, split, rows }) => ({ part: `${config}/${split}`, rows })),
      opens: `datasets.load_dataset("OUT", "${MAIN}")`,
    };
  }
}
