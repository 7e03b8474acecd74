import { EMBEDDER_ROOT, type Embedder } from '../core/embedder.js';
import { embedTexts, type EmbeddedTexts, type EmbeddingPlace } from '../llm/embedders/embed-texts.js';
import type { Run } from '../store/runs.js';

/**
 * A vector per distinct text, for a stage of a run; the run's roots give the folder of a local model.
 * @throws as `embedTexts`
 */
export const runVectors = (
  run: Pick<Run, 'roots'>,
  embedder: Embedder,
  texts: Iterable<string>,
  place: Pick<EmbeddingPlace, 'answers' | 'goesOn'>,
): Promise<EmbeddedTexts> =>
  embedTexts(embedder, [...new Set(texts)], { ...place, modelFolder: run.roots[EMBEDDER_ROOT] });
