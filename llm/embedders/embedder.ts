import type { Embedder } from '../../core/embedder.js';

/** Embeds one text at a time on this machine. */
export interface TextEmbedder {
  /** What a vector depends on besides its text: `lexical/1`, or `local/<model>/<dtype>/<sha256 of the model file>`. */
  readonly id: string;
  /**
   * A vector of unit length, components rounded to 1e-4. One text per call, because int8 results depend on the batch
   * (stack.md §9).
   */
  embed(text: string): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** The embedder as configured, before the model file is resolved. */
export type AskedEmbedder =
  /** `model`: folder with config.json, tokenizer.json and onnx/. */
  | { readonly kind: 'local'; readonly model: string; readonly dtype: 'fp32' | 'q8' }
  | Exclude<Embedder, { kind: 'local' }>;
