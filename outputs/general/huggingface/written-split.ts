import type { MtuBenchManifest } from '../../../core/mtu-bench/manifest.js';
import type { Column } from '../columns.js';
import type { DatasetFile, PublishedPlace } from '../dataset-exporter.js';

/** A written split of a config, for card and Croissant metadata. */
export interface WrittenSplit {
  readonly config: string;
  readonly split: string;
  readonly columns: readonly Column[];
  readonly rows: number;
  /** In-memory bytes of its values. */
  readonly bytes: number;
  readonly file: DatasetFile;
}

/** Input of card and Croissant metadata. */
export interface DescribedDataset {
  readonly family: string;
  /** Derived from the inputs only. */
  readonly name: string;
  /** One sentence, for metadata. */
  readonly description: string;
  /** What to cite. */
  readonly citation: string;
  /** Language of the user turns. */
  readonly language: string;
  /** The default config; its rows are the ones counted. */
  readonly main: string;
  /** The card's body. */
  readonly text: string;
  readonly placed: PublishedPlace;
  /** Grouped by config. */
  readonly splits: readonly WrittenSplit[];
  /** Number of items per licence. */
  readonly licences: ReadonlyMap<string, number>;
  /** Media type of the files. */
  readonly mediaType: string;
}

/** The papers that define the families. */
export const PAPERS: Readonly<Record<string, string>> = {
  't-eval':
    'T-Eval: Evaluating the Tool Utilization Capability of Large Language Models Step by Step, ACL 2024, arXiv:2312.14033',
  'mtu-bench':
    'MTU-Bench: A Multi-granularity Tool-Use Benchmark for Large Language Models, ICLR 2025, arXiv:2410.11710',
};

/** What to cite: sources and the family's paper. */
export const citation = ({ family, sources }: MtuBenchManifest): string =>
  [...sources.map(({ attribution }) => attribution), PAPERS[family] ?? family].join('; ');

/** The sources with their attributions. */
export const sourceNames = ({ sources }: MtuBenchManifest): string =>
  sources.map(({ name, attribution }) => `${name} (${attribution})`).join(', ');

/** A dataset name derived from the inputs: `mtu-bench-sgd-seed-7`. */
export const datasetName = ({ family, sources, seed }: MtuBenchManifest): string =>
  [family, ...sources.map(({ name }) => name), 'seed', String(seed)].join('-');
