import type { CorpusKind } from '../sources/corpus-kind.js';
import type { DatasetFormat } from '../outputs/general/dataset-exporter.js';
import type { RegisteredFamily } from './index.js';

/** A family of an extension. */
export interface ExtensionFamily extends RegisteredFamily {
  /**
   * File URL of the module that exports the specification as `spec`: workers bundle it with the workflows, so it imports
   * nothing but types.
   */
  readonly sandbox: string;
}

/** What a package or a file adds to the product; `temporal.config.ts` names it under `extensions`. */
export interface Extension {
  /** For messages. */
  readonly name: string;
  readonly families?: readonly ExtensionFamily[];
  /** Readers of dialogue formats by the name used in `--source NAME=PATH`. */
  readonly sources?: Readonly<Record<string, CorpusKind>>;
  /** Further formats of `publish`. */
  readonly exporters?: readonly DatasetFormat[];
}

/** Types an extension: `export default defineExtension({ … })`. Checked when a command loads it. */
export const defineExtension = (extension: Extension): Extension => extension;
