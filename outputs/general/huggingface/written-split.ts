import type { Manifest } from '../../../core/mtu-bench/manifest.js';
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
  readonly family: string;
  /** Depends on what it was made from alone. */
  readonly name: string;
  /** In a sentence, for machines. */
  readonly description: string;
  /** What to name when it is used. */
  readonly citation: string;
  /** Of what users say. */
  readonly language: string;
  /** The config that is loaded where none is named; a row of it is what is counted. */
  readonly main: string;
  /** The card below its header. */
  readonly text: string;
  readonly placed: PublishedPlace;
  /** Config by config. */
  readonly splits: readonly WrittenSplit[];
  /** Licences of all items, by number of items. */
  readonly licences: ReadonlyMap<string, number>;
  /** Media type of the files. */
  readonly mediaType: string;
}

/** What the family's form and rules are from. */
export const PAPERS: Readonly<Record<string, string>> = {
  't-eval':
    'T-Eval: Evaluating the Tool Utilization Capability of Large Language Models Step by Step, ACL 2024, arXiv:2312.14033',
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
