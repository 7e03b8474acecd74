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

/** Formats of extensions, by name. */
const added = new Map<string, DatasetFormat>();

/** The formats of `publish`. @param thoughts whether conversations include thoughts */
export const datasetFormats = (thoughts: boolean): readonly DatasetFormat[] => [
  ...builtIn(thoughts),
  ...added.values(),
];

/**
 * Adds an extension's format; loading an extension again replaces its format. @returns false if the name is a built-in
 * format's
 */
export function registerFormat(format: DatasetFormat): boolean {
  if (builtIn(false).some(({ name }) => name === format.name)) return false;
  added.set(format.name, format);
  return true;
}
