import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../core/canonical.js';
import { digestOf, sha256Hex } from '../../core/digest.js';

describe('canonical JSON (RFC 8785)', () => {
  it('writes the example of section 3.2.2 as section 3.2.4 has it', () => {
    const example = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`) as unknown;
    expect(canonicalJson(example)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts names by UTF-16 code units, as the example of section 3.2.3', () => {
    const example = {
      '€': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\u{1f600}': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      ö: 'Latin Small Letter O With Diaeresis',
    };
    const written = Object.values(JSON.parse(canonicalJson(example)) as Record<string, string>);
    // "1" looks like an index, which objects put first; the text itself begins with "\r".
    expect(canonicalJson(example)).toMatch(/^\{"\\r":"Carriage Return","1":"One",/);
    expect(written.slice(2)).toEqual([
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it.each([
    [0, '0'],
    [-0, '0'],
    [Number.MIN_VALUE, '5e-324'],
    [Number.MAX_VALUE, '1.7976931348623157e+308'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [1e21, '1e+21'],
    [9.999999999999997e22, '9.999999999999997e+22'],
    [0.000001, '0.000001'],
    [333333333.33333343, '333333333.33333343'],
  ])('writes the number %d as %s (appendix B)', (number, text) => {
    expect(canonicalJson(number)).toBe(text);
  });

  it('has one text for values that differ in the order of their names alone, and loses nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([[undefined], [() => 1], [Number.NaN], [[Number.POSITIVE_INFINITY]], [10n]])(
    'refuses %s, which JSON cannot say',
    (value) => {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    },
  );
});

describe('digests', () => {
  it('are those of SHA-256 (FIPS 180-2, "abc"), of texts in UTF-8', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256Hex('Å')).toBe('0a94dc9d420d1142d6b71de60f9bf7e2f345a4d62c9f141b091539769ddf3075');
  });

  it('of a value are the digest of its canonical text (computed with Python)', () => {
    const digest = '18486dc77891085f5a2138ebd9ec1d99cb478984f3777e468accf726d6b90f62';
    expect(digestOf(['M-S', { a: 'Å', b: [1, null] }])).toBe(digest);
    expect(digestOf(['M-S', { b: [1, null], a: 'Å' }])).toBe(digest);
  });
});

/** The value with the names of its objects in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, member]) => [name, reversed(member)]));
}
