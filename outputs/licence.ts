import { licenceFor, mostRestrictive, type Licence } from '../core/licences.js';
import type { FrozenSource } from '../core/run.js';

/** A source as far as its licence goes. */
type LicensedSource = Pick<FrozenSource, 'name' | 'licence' | 'attribution'>;

/**
 * The licence of an export: the most restrictive of its sources'. Converted data is adapted material: SGD's share-alike
 * passes on to it (formats/sources.md 0).
 */
export function licenceOf(sources: readonly LicensedSource[]): { spdx: string; notice: string } {
  const licence = mostRestrictive(sources.map((source) => source.licence));
  return { spdx: licence.spdx, notice: licenceNotice(licence, sources) };
}

/**
 * Whose data it is and what is asked of those who pass it on.
 * @param licence the whole's
 * @param sources what it was made from
 */
export function licenceNotice(licence: Licence, sources: readonly LicensedSource[]): string {
  const others = [...new Set(sources.map((source) => source.licence))].filter((id) => id !== licence.spdx);
  return [
    'The files in this folder were converted by Benchwright from:',
    '',
    ...sources.map((source) => `- \`${source.name}\`: ${source.attribution}; ${source.licence}.`),
    '',
    termsOf(licence),
    ...(others.length === 0
      ? []
      : [
          `Each record names its own source and licence; the whole is under the most restrictive of them. On its own, a part may be used under its own terms:`,
          ...others.sort().map((id) => `- ${termsOf(licenceFor(id))}`),
        ]),
    'Changes made: dialogues were turned into tool calls, observations and prompts; thoughts were added by rule.',
  ].join('\n');
}

const termsOf = ({ name, url, terms }: Licence): string =>
  `${name}${url === undefined ? '' : ` (${url})`}: ${terms}`;
