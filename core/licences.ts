/** What a licence lets one do with data converted from a source (formats/sources.md 0). */
export interface Licence {
  /** SPDX id, or a `LicenseRef-` of ours where SPDX has none. */
  readonly spdx: string;
  /** Its id on the Hugging Face Hub. */
  readonly hub: string;
  readonly name: string;
  /** Where its text is; undefined where there is none. */
  readonly url?: string;
  /** Whether what is made from the source may be passed on at all. */
  readonly passOn: 'yes' | 'no' | 'unknown';
  /** What is made from it has to be passed on under the same licence. */
  readonly shareAlike?: true;
  /** What it asks of those who pass converted data on. */
  readonly terms: string;
}

/**
 * The licences of the sources that we know, the freest first: each asks for at least what those before it ask for. A
 * collection is under the last one that any of its records carries: CC BY 4.0 may be taken into CC BY-SA 4.0, not the
 * other way round; a licence that forbids passing on forbids it of the whole.
 */
const FROM_FREE_TO_STRICT: readonly Licence[] = [
  {
    spdx: 'CC0-1.0',
    hub: 'cc0-1.0',
    name: 'Creative Commons Zero 1.0',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
    passOn: 'yes',
    terms: 'no conditions; naming the source is good manners.',
  },
  {
    spdx: 'MIT',
    hub: 'mit',
    name: 'MIT License',
    url: 'https://opensource.org/license/mit',
    passOn: 'yes',
    terms: 'keep the copyright notice and the licence text.',
  },
  {
    spdx: 'Apache-2.0',
    hub: 'apache-2.0',
    name: 'Apache License 2.0',
    url: 'https://www.apache.org/licenses/LICENSE-2.0',
    passOn: 'yes',
    terms: 'keep the notices and say what was changed.',
  },
  {
    spdx: 'CC-BY-4.0',
    hub: 'cc-by-4.0',
    name: 'Creative Commons Attribution 4.0 International',
    url: 'https://creativecommons.org/licenses/by/4.0/',
    passOn: 'yes',
    terms: 'name the source and say that it was changed.',
  },
  {
    spdx: 'CC-BY-SA-4.0',
    hub: 'cc-by-sa-4.0',
    name: 'Creative Commons Attribution-ShareAlike 4.0 International',
    url: 'https://creativecommons.org/licenses/by-sa/4.0/',
    passOn: 'yes',
    shareAlike: true,
    terms: 'name the source, say that it was changed, and pass it on under the same licence.',
  },
  {
    spdx: 'LicenseRef-MSR-NonCommercial',
    hub: 'other',
    name: 'Microsoft Research License Terms (non-commercial)',
    passOn: 'no',
    terms:
      'for non-commercial research by yourself only; neither it nor what is made from it may be passed on.',
  },
];

/** Licences that we know nothing of come last of those that may allow it: nobody can say that they allow less. */
const unknownLicence = (spdx: string): Licence => ({
  spdx,
  hub: spdx === UNCLEAR ? 'unknown' : 'other',
  name: spdx === UNCLEAR ? 'an unclear licence' : spdx,
  passOn: 'unknown',
  terms: 'Benchwright does not know what it allows; find that out before you pass anything on.',
});

/** For sources whose terms nobody has cleared, such as mirrors of LDC corpora. */
export const UNCLEAR = 'LicenseRef-unclear';

/** What is known of a licence. @param spdx as a source or a record names it */
export const licenceFor = (spdx: string): Licence =>
  FROM_FREE_TO_STRICT.find((known) => known.spdx === spdx) ?? unknownLicence(spdx);

/** Whether it stands in the list above. */
const isKnown = (spdx: string): boolean => FROM_FREE_TO_STRICT.some((known) => known.spdx === spdx);

/**
 * The licence of a collection: the most restrictive of its parts. One that forbids passing on comes before all that are
 * not known, as nothing beside it can allow it; of several that are not known the first by name.
 * @param spdx the licences of its records, in any order, repetitions allowed
 */
export function mostRestrictive(spdx: Iterable<string>): Licence {
  const all = [...new Set(spdx)].sort();
  const forbidding = all.map(licenceFor).find(({ passOn }) => passOn === 'no');
  if (forbidding !== undefined) return forbidding;
  const strange = all.filter((id) => !isKnown(id));
  // "Unclear" says less than a name that somebody can look up.
  const unknown = strange.find((id) => id !== UNCLEAR) ?? strange[0];
  if (unknown !== undefined) return licenceFor(unknown);
  return FROM_FREE_TO_STRICT.findLast(({ spdx: id }) => all.includes(id)) ?? licenceFor(UNCLEAR);
}

/** Suffix of a licence's name. */
export const PASSING_ON: Readonly<Record<Licence['passOn'], string>> = {
  yes: '',
  no: ': it may not be passed on',
  unknown: ': nobody has cleared whether it may be passed on',
};
