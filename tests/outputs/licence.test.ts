import { expect, it } from 'vitest';
import { licenceLine, licenceOf } from '../../outputs/licence.js';

const source = (name: string, licence: string): Parameters<typeof licenceOf>[0][number] => ({
  name,
  licence,
  attribution: `the makers of ${name}`,
});

it('an export of several sources is under the most restrictive licence and names each source with its own', () => {
  const { spdx, notice } = licenceOf([source('sgd', 'CC-BY-SA-4.0'), source('snips', 'CC0-1.0')]);
  expect(spdx).toBe('CC-BY-SA-4.0');
  expect(notice).toContain('- `sgd`: the makers of sgd; CC-BY-SA-4.0.');
  expect(notice).toContain('- `snips`: the makers of snips; CC0-1.0.');
  expect(notice).toContain('pass it on under the same licence');
  expect(notice).toContain('the whole is under the most restrictive of them');
  expect(notice).toContain('- Creative Commons Zero 1.0');
});

it('the order of the sources changes nothing of the licence', () => {
  expect(licenceOf([source('a', 'MIT'), source('b', 'CC-BY-SA-4.0')]).spdx).toBe('CC-BY-SA-4.0');
  expect(licenceOf([source('b', 'CC-BY-SA-4.0'), source('a', 'MIT')]).spdx).toBe('CC-BY-SA-4.0');
});

it('a source that must not be passed on forbids it of the whole, in words', () => {
  const { spdx, notice } = licenceOf([
    source('sgd', 'CC-BY-SA-4.0'),
    source('metalwoz', 'LicenseRef-MSR-NonCommercial'),
  ]);
  expect(spdx).toBe('LicenseRef-MSR-NonCommercial');
  expect(notice).toContain('neither it nor what is made from it may be passed on');
});

it('a mix of free and other sources says that it is not free, and why no licence would make it so', () => {
  const sgd = source('sgd', 'CC-BY-SA-4.0');
  const woz = source('multiwoz', 'MIT');
  const meta = source('metalwoz', 'LicenseRef-MSR-NonCommercial');
  const atis = source('atis', 'LicenseRef-unclear');
  const { notice } = licenceOf([sgd, woz, meta]);
  expect(notice).toContain(
    'This collection is not freely licensed, though `sgd`, `multiwoz` on their own would be: with `metalwoz` in it',
  );
  expect(notice).toContain('there is no licence under which both could be published together');
  expect(licenceOf([woz, atis]).notice).toContain('must not be passed on before somebody has cleared it');
  expect(licenceOf([woz, atis]).notice).not.toContain('published together');
  expect(licenceOf([sgd, woz]).notice).not.toContain('not freely licensed');
  expect(licenceOf([meta]).notice).not.toContain('not freely licensed');
});

it('in one line says under what the whole is and whether it may be passed on', () => {
  expect(licenceLine([source('multiwoz', 'MIT')])).toBe('MIT');
  expect(licenceLine([source('sgd', 'CC-BY-SA-4.0'), source('multiwoz', 'MIT')])).toBe(
    'CC-BY-SA-4.0, the most restrictive of its sources’',
  );
  expect(
    licenceLine([source('sgd', 'CC-BY-SA-4.0'), source('metalwoz', 'LicenseRef-MSR-NonCommercial')]),
  ).toBe('LicenseRef-MSR-NonCommercial, the most restrictive of its sources’: it may not be passed on');
});
