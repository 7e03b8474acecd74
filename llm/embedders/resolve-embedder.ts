import type { Embedder } from '../../core/embedder.js';
import type { AskedEmbedder } from './embedder.js';
import { resolveLocalModel } from './local.js';

/**
 * Resolves an embedder for a run spec: a local model becomes its name and file digest, so that no machine path enters
 * the run.
 * @throws EMBEDDER_UNAVAILABLE if a model file is missing
 */
export async function resolveEmbedder(asked: AskedEmbedder): Promise<Embedder> {
  return asked.kind === 'local' ? resolveLocalModel(asked.model, asked.dtype) : asked;
}
