import type { DatasetFile } from './dataset-exporter.js';
import type { DatasetFolder } from './dataset-folder.js';
import type { Column, TableRow } from './columns.js';

/** A file of rows that is written row by row. */
export interface Table {
  readonly rows: number;
  row(row: TableRow): Promise<void>;
  finish(): Promise<DatasetFile>;
}

/** A way to write tables. */
export interface TableFormat {
  /** Ending of the files, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  open(folder: DatasetFolder, path: string, columns: readonly Column[]): Promise<Table>;
}
