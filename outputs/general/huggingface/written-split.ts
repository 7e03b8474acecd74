import type { Manifest } from '../../../core/manifest.js';
import type { Column } from '../columns.js';
import type { DatasetFile, PublishedPlace } from '../dataset-exporter.js';

/** A split of a config that was written, as card and Croissant metadata describe it. */
export interface WrittenSplit {
  readonly config: string;
  readonly split: string;
  readonly columns: readonly Column[];
  readonly rows: number;
  /** Bytes of its values in memory. */
  readonly bytes: number;
  readonly file: DatasetFile;
}

/** What card and Croissant metadata are made from. */
export interface DescribedDataset {
  readonly manifest: Manifest;
  readonly placed: PublishedPlace;
  /** Config by config. */
  readonly splits: readonly WrittenSplit[];
  /** Licences of all items, by number of items. */
  readonly licences: ReadonlyMap<string, number>;
  /** Media type of the files. */
  readonly mediaType: string;
}

/** What the family's form and rules are from. */
const PAPERS: Readonly<Record<string, string>> = {
  'mtu-bench':
    'MTU-Bench: A Multi-granularity Tool-Use Benchmark for Large Language Models, ICLR 2025, arXiv:2410.11710',
};

/** What to name when it is used: sources and the paper of the family. */
export const citation = ({ family, sources }: Manifest): string =>
  [...sources.map(({ attribution }) => attribution), PAPERS[family] ?? family].join('; ');

/** The sources with who is to be named. */
export const sourceNames = ({ sources }: Manifest): string =>
  sources.map(({ name, attribution }) => `${name} (${attribution})`).join(', ');

/** A name for the dataset that depends on what it was made from alone: `mtu-bench-sgd-seed-7`. */
export const datasetName = ({ family, sources, seed }: Manifest): string =>
  [family, ...sources.map(({ name }) => name), 'seed', String(seed)].join('-');
