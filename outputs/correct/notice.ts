import { licenceFor } from '../../core/licences.js';
import type { CorrectCounts, CorrectRun } from '../../core/correct/run.js';
import { sumOf } from '../../core/counts.js';

/** Licence of MTU-Bench's published files, per their repository. */
const PUBLISHED_UNDER = 'Apache-2.0';

/**
 * `data/LICENCE.md` of corrected files. Published files keep their licence, which requires that changes be stated.
 * Whether a file is a published one cannot be known, so the notice covers both cases.
 */
export function correctionsNotice({ sources }: Pick<CorrectRun, 'sources'>, counts: CorrectCounts): string {
  const { name, url, terms } = licenceFor(PUBLISHED_UNDER);
  const { records, edited, leftOut, setAside } = counts;
  return [
    '# Licence: that of the files that were corrected',
    '',
    'The files in this folder were corrected with Benchwright:',
    '',
    ...sources.map((source) => `- \`${source.name}\`: ${source.files.map(({ path }) => path).join(', ')}.`),
    '',
    `MTU-Bench's files were published under ${name} (${url}): ${terms} Their records hold text of other corpora, SGD's (CC BY-SA 4.0) among them, whose terms go with it. Files of somebody else's keep the licence that came with them.`,
    '',
    `Changes made: of ${records} records ${edited} were edited by people and ${sumOf(leftOut) + sumOf(setAside)} left out; data/lineage.jsonl says which, and what was changed.`,
    '',
  ].join('\n');
}
