import type { DatasetFormat } from './dataset-exporter.js';
import { anthropicChat, openAiChat } from './chat/exporter.js';
import { HUGGINGFACE, HUGGINGFACE_JSONL } from './huggingface/exporter.js';

/** Every format that an export can be published in. @param thoughts whether conversations have the thoughts in them */
export const datasetFormats = (thoughts: boolean): readonly DatasetFormat[] => [
  HUGGINGFACE,
  HUGGINGFACE_JSONL,
  openAiChat(thoughts),
  anthropicChat(thoughts),
];
