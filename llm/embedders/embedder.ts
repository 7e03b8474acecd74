import type { Embedder } from '../../core/embedder.js';
import { resolveLocalModel } from './local.js';

/** Turns one text at a time into a vector, on this machine. */
export interface TextEmbedder {
  /** What a vector depends on besides its text: `lexical/1`, or `local/<model>/<dtype>/<sha256 of the model file>`. */
  readonly id: string;
  /**
   * The text's vector: unit length, then every component rounded to 1e-4. One text at a time, as int8 models answer
   * otherwise when texts stand in one batch (stack.md §9).
   */
  embed(text: string): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** The embedder as the configuration names it, before the model's file is looked at. */
export type AskedEmbedder =
  /** `model`: the folder that holds config.json, tokenizer.json and onnx/. */
  | { readonly kind: 'local'; readonly model: string; readonly dtype: 'fp32' | 'q8' }
  | Exclude<Embedder, { kind: 'local' }>;

/**
 * Freezes an embedder for a run: a local model becomes its name and its file's digest, so that no path of this
 * machine gets into the run.
 * @throws EMBEDDER_UNAVAILABLE when a file of the model is missing
 */
export async function resolveEmbedder(asked: AskedEmbedder): Promise<Embedder> {
  return asked.kind === 'local' ? resolveLocalModel(asked.model, asked.dtype) : asked;
}
