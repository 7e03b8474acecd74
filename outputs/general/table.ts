import type { DatasetFile } from './dataset-exporter.js';
import type { DatasetFolder } from './dataset-folder.js';
import type { Column, TableRow } from './columns.js';

/** A table written row by row. */
export interface Table {
  readonly rows: number;
  row(row: TableRow): Promise<void>;
  finish(): Promise<DatasetFile>;
}

/** A table format. */
export interface TableFormat {
  /** File extension without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  open(folder: DatasetFolder, path: string, columns: readonly Column[]): Promise<Table>;
}
