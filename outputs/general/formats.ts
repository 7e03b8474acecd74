import type { DatasetFormat } from './dataset-exporter.js';
import { anthropicChat, openAiChat } from './chat/exporter.js';
import { HUGGINGFACE, HUGGINGFACE_JSONL } from './huggingface/exporter.js';

/** All formats for published exports. @param thoughts whether conversations include thoughts */
const builtIn = (thoughts: boolean): readonly DatasetFormat[] => [
  HUGGINGFACE,
  HUGGINGFACE_JSONL,
  openAiChat(thoughts),
  anthropicChat(thoughts),
];

/** Those of extensions, by name. */
const added = new Map<string, DatasetFormat>();

/** The formats of `publish`. @param thoughts whether conversations carry the thoughts */
export const datasetFormats = (thoughts: boolean): readonly DatasetFormat[] => [
  ...builtIn(thoughts),
  ...added.values(),
];

/** Adds the format of an extension; one that is loaded again takes its own place. @returns false where the name is a built-in's */
export function registerFormat(format: DatasetFormat): boolean {
  if (builtIn(false).some(({ name }) => name === format.name)) return false;
  added.set(format.name, format);
  return true;
}
