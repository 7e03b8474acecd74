/** What a licence permits for data converted from a source (formats/sources.md 0). */
export interface Licence {
  /** SPDX id, or our own `LicenseRef-` id if SPDX has none. */
  readonly spdx: string;
  /** Its id on the Hugging Face Hub. */
  readonly hub: string;
  readonly name: string;
  /** URL of its text; undefined if there is none. */
  readonly url?: string;
  /** Whether converted data may be redistributed. */
  readonly passOn: 'yes' | 'no' | 'unknown';
  /** Set if converted data has to be redistributed under the same licence. */
  readonly shareAlike?: true;
  /** Its conditions for redistribution of converted data. */
  readonly terms: string;
}

/**
 * The licences of known sources, the most permissive first; each has at least the conditions of those before it. A
 * collection has the last licence of its records: CC BY 4.0 may be included in CC BY-SA 4.0, but not vice versa, and a
 * licence that forbids redistribution forbids it for the whole.
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

/**
 * Unknown licences come after all known ones that permit redistribution, because their conditions cannot be compared.
 */
const unknownLicence = (spdx: string): Licence => ({
  spdx,
  hub: spdx === UNCLEAR ? 'unknown' : 'other',
  name: spdx === UNCLEAR ? 'an unclear licence' : spdx,
  passOn: 'unknown',
  terms: 'Benchwright does not know what it allows; find that out before you pass anything on.',
});

/** For sources with unclear terms, such as mirrors of LDC corpora. */
export const UNCLEAR = 'LicenseRef-unclear';

/** Looks up a licence. @param spdx id, as given by a source or a record */
export const licenceFor = (spdx: string): Licence =>
  FROM_FREE_TO_STRICT.find((known) => known.spdx === spdx) ?? unknownLicence(spdx);

/** Whether the list above has the licence. */
const isKnown = (spdx: string): boolean => FROM_FREE_TO_STRICT.some((known) => known.spdx === spdx);

/**
 * The licence of a collection: the most restrictive of its parts. A licence that forbids redistribution wins over
 * unknown ones; of several unknown ones, the first by name is used.
 * @param spdx the licences of its records, in any order, repetitions allowed
 */
export function mostRestrictive(spdx: Iterable<string>): Licence {
  const all = [...new Set(spdx)].sort();
  const forbidding = all.map(licenceFor).find(({ passOn }) => passOn === 'no');
  if (forbidding !== undefined) return forbidding;
  const strange = all.filter((id) => !isKnown(id));
  // A name that can be looked up is more informative than "unclear".
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
