import type { DatasetFormat } from './dataset-exporter.js';
import { anthropicChat, openAiChat } from './chat/exporter.js';
import { HUGGINGFACE, HUGGINGFACE_JSONL } from './huggingface/exporter.js';

/** All formats for published exports. @param thoughts whether conversations include thoughts */
export const datasetFormats = (thoughts: boolean): readonly DatasetFormat[] => [
  HUGGINGFACE,
  HUGGINGFACE_JSONL,
  openAiChat(thoughts),
  anthropicChat(thoughts),
];
