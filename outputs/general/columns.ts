/** Value types that all table readers support. */
export type ColumnType =
  | 'string'
  | 'int'
  | 'boolean'
  /** JSON as a string, for values whose structure varies by row. */
  | 'json'
  | { readonly list: 'string' }
  | { readonly list: readonly Column[] };

/** A column of a published table; defines the Parquet schema, dataset card and Croissant metadata. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly description: string;
  /** Whether it may be null. */
  readonly optional?: boolean;
}

export type TableRow = Readonly<Record<string, unknown>>;

const columnOf =
  (type: ColumnType) =>
  (name: string, description: string, optional?: 'optional'): Column => ({
    ...{ name, type, description },
    ...(optional && { optional: true }),
  });

/** Columns by the type of their values. */
export const column = {
  text: columnOf('string'),
  texts: columnOf({ list: 'string' }),
  int: columnOf('int'),
  flag: columnOf('boolean'),
  json: columnOf('json'),
  rows: (name: string, description: string, list: readonly Column[]): Column =>
    columnOf({ list })(name, description),
};

/** Columns that tables of several families have. */
export const ITEM_ID = column.text('item_id', 'Stable across seeds and settings');
export const FLAGS = column.texts('flags', 'What a person may want to look at');
export const SOURCE = column.text('source', 'Name of the source');
export const LICENCE_ID = column.text('licence', 'SPDX id of the licence, as far as it is known');
