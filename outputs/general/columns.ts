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
