import type { Embedder } from '../../core/run.js';
import { lexicalEmbedder } from './lexical.js';
import { openLocalModel, resolveLocalModel } from './local.js';

/** Turns one text at a time into a vector. */
export interface TextEmbedder {
  /**
   * What a vector depends on besides its text: it goes into the mapping and keys the stored vectors. `lexical/1`, or
   * `local/<model>/<dtype>/<sha256 of the model file>`.
   */
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
  | { readonly kind: 'lexical' }
  /** `model`: the folder that holds config.json, tokenizer.json and onnx/. */
  | { readonly kind: 'local'; readonly model: string; readonly dtype: 'fp32' | 'q8' };

/**
 * Freezes an embedder for a run: a local model becomes its name and its file's digest, so that no path of this
 * machine gets into the run.
 * @throws EMBEDDER_UNAVAILABLE when a file of the model is missing
 */
export async function resolveEmbedder(asked: AskedEmbedder): Promise<Embedder> {
  return asked.kind === 'lexical' ? { kind: 'lexical' } : resolveLocalModel(asked.model, asked.dtype);
}

/**
 * Opens a frozen embedder; nothing heavy is loaded for `lexical`. `modelFolder` is where a local model lies on this
 * machine.
 * @throws EMBEDDER_UNAVAILABLE when the model is missing, differs from the frozen one, or cannot be loaded
 */
export async function openEmbedder(
  settings: Embedder,
  place: { readonly modelFolder?: string | undefined },
): Promise<TextEmbedder> {
  return settings.kind === 'lexical' ? lexicalEmbedder : openLocalModel(settings, place.modelFolder);
}
