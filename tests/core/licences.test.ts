import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { licenceFor, mostRestrictive, UNCLEAR } from '../../core/licences.js';

const FREE_TO_STRICT = [
  'CC0-1.0',
  'MIT',
  'Apache-2.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  UNCLEAR,
  'LicenseRef-MSR-NonCommercial',
];

describe('the licence of a collection', () => {
  it('is the most restrictive of its records, whatever their order and number', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(FREE_TO_STRICT.length - 1), { minLength: 1 }), (places) => {
        const ids = places.map((place) => FREE_TO_STRICT[place] as string);
        expect(mostRestrictive(ids).spdx).toBe(FREE_TO_STRICT[Math.max(...places)]);
      }),
    );
  });

  it.each([
    ['SGD beside Taskmaster', ['CC-BY-4.0', 'CC-BY-SA-4.0'], 'cc-by-sa-4.0', 'yes'],
    ['MultiWOZ alone', ['MIT'], 'mit', 'yes'],
    ['SGD beside MetaLWOZ', ['CC-BY-SA-4.0', 'LicenseRef-MSR-NonCommercial'], 'other', 'no'],
    ['MetaLWOZ beside ATIS', ['LicenseRef-MSR-NonCommercial', UNCLEAR], 'other', 'no'],
    ['ATIS beside SNIPS', [UNCLEAR, 'CC0-1.0'], 'unknown', 'unknown'],
    ["somebody's own terms beside ATIS", [UNCLEAR, 'LicenseRef-Acme'], 'other', 'unknown'],
  ])('%s', (_, ids, hub, passOn) => {
    expect(mostRestrictive(ids)).toMatchObject({ hub, passOn });
  });

  it('a licence that is not known keeps its name and is never said to allow anything', () => {
    expect(licenceFor('LicenseRef-Acme')).toMatchObject({ spdx: 'LicenseRef-Acme', passOn: 'unknown' });
    expect(mostRestrictive(['LicenseRef-Acme', 'MIT']).spdx).toBe('LicenseRef-Acme');
  });

  it('nothing at all is unclear', () => {
    expect(mostRestrictive([]).spdx).toBe(UNCLEAR);
  });
});
