import type { DatasetDescription, PublishedPlace, WrittenSplit } from '../dataset-exporter.js';

/** Input of card and Croissant metadata. */
export interface DescribedDataset extends DatasetDescription {
  readonly family: string;
  /** The default config; its rows are the ones counted. */
  readonly main: string;
  readonly placed: PublishedPlace;
  /** Grouped by config. */
  readonly splits: readonly WrittenSplit[];
  /** Number of items per licence. */
  readonly licences: ReadonlyMap<string, number>;
  /** Media type of the files. */
  readonly mediaType: string;
}
