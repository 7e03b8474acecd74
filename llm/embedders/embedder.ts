import type { Embedder } from '../../core/embedder.js';
import { resolveLocalModel } from './local.js';

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

/**
 * Resolves an embedder for a run spec: a local model becomes its name and file digest, so that no machine path enters
 * the run.
 * @throws EMBEDDER_UNAVAILABLE if a model file is missing
 */
export async function resolveEmbedder(asked: AskedEmbedder): Promise<Embedder> {
  return asked.kind === 'local' ? resolveLocalModel(asked.model, asked.dtype) : asked;
}
