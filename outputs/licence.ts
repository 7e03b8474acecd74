import type { FrozenSource } from '../core/run.js';

/** What each licence asks of those who pass converted data on. */
const TERMS: Readonly<Record<string, string>> = {
  'CC-BY-SA-4.0':
    'Creative Commons Attribution-ShareAlike 4.0 International (https://creativecommons.org/licenses/by-sa/4.0/): name the source, say that it was changed, and pass it on under the same licence.',
  'Apache-2.0':
    'Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0): keep the notices and say what was changed.',
};

/**
 * The licence of an export: the one of its sources (part 1 reads one kind). Converted data is adapted material:
 * SGD's share-alike passes on to it (formats/sources.md 0).
 */
export function licenceOf(sources: readonly FrozenSource[]): { spdx: string; notice: string } {
  const spdx = sources[0]?.licence ?? 'unknown';
  const lines = sources.map((source) => `- \`${source.name}\`: ${source.attribution}; ${source.licence}.`);
  return {
    spdx,
    notice: [
      'The files in this folder were converted by Benchwright from:',
      '',
      ...lines,
      '',
      TERMS[spdx] ?? '',
      'Changes made: dialogues were turned into tool calls, observations and prompts; thoughts were added by rule.',
    ].join('\n'),
  };
}
