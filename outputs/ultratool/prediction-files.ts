import { join } from 'node:path';
import type { UltraToolLanguage } from '../../core/ultratool/records.js';
import type { PredictionShape } from '../../transforms/ultratool/scoring/list-text.js';

/** The folder of a language, in `data/` as in `predictions/`. */
export const LANGUAGE_FOLDERS: Readonly<Record<UltraToolLanguage, string>> = {
  en: 'English-dataset',
  zh: 'Chinese-dataset',
};

/** Models whose files have shape G; the published scripts decide by the folder's name alone. */
const SHAPE_G: ReadonlySet<string> = new Set(['gpt-3.5', 'gpt-4']);

/** The shape of a model's prediction files (formats/ultratool.md 4). */
export const shapeOfModel = (model: string): PredictionShape => (SHAPE_G.has(model) ? 'G' : 'O');

/** The language, model and task of a prediction file. */
export interface PredictionPlace {
  readonly language: UltraToolLanguage;
  readonly model: string;
  readonly task: string;
}

/** The path at which the published scripts look for a prediction file, from the folder in which they run. */
export const predictionPath = ({ language, model, task }: PredictionPlace): string =>
  join('predictions', LANGUAGE_FOLDERS[language], model, `${task}.json`);
