import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shinglesOf, comparableWords } from '../../../../transforms/mtu-bench/splitting/shingles.js';
import { MinHash } from 'bloom-filters/dist/sketch/min-hash.js';
import {
  hashOf,
  packSignature,
  permutations,
  SIGNATURE_ROWS,
  signatureOf,
  estimatedJaccard,
  unpackSignature,
} from '../../../../transforms/mtu-bench/splitting/signature.js';
import { describeShared } from '../../../support/shared.js';
import { jaccard, sgdTexts } from './sgd-texts.js';

const sentence = fc.array(fc.constantFrom('a', 'table', 'for', 'two', 'in', 'San', 'Jose', 'tonight'), {
  minLength: 1,
  maxLength: 40,
  size: 'max',
});

it('is the library’s own signature, number for number', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        sentence.map((words) => words.join(' ')),
        fc.string({ unit: 'grapheme' }),
      ),
      (text) => {
        const sketch = new MinHash(SIGNATURE_ROWS, permutations());
        for (const shingle of shinglesOf(text)) sketch.add(hashOf(shingle));
        expect([...signatureOf(text)]).toEqual(sketch._signature);
      },
    ),
    { numRuns: 300 },
  );
});

describe('word shingles', () => {
  it('are three words in a row, without case and punctuation, each once', () => {
    expect(shinglesOf("I'd like TO go, I’d like to go!")).toEqual([
      'id like to',
      'like to go',
      'to go id',
      'go id like',
    ]);
  });

  it('of a text below three words are the text; of one without words, its signs', () => {
    expect(shinglesOf('Yes, please.')).toEqual(['yes please']);
    expect(shinglesOf(' ?! ')).toEqual(['?!']);
    expect(shinglesOf('')).toEqual(['']);
  });

  it('know words of all scripts: composed forms are one, unspaced scripts count characters', () => {
    expect(comparableWords('Cafe\u0301 ÉCOLE ﬁn')).toEqual(['café', 'école', 'fin']);
    expect(comparableWords('订一张票 now')).toEqual(['订', '一', '张', '票', 'now']);
    expect(comparableWords('$1,250.50')).toEqual(['1', '250', '50']);
  });
});

describe('signatures', () => {
  it('are the same for ever: stores keep them', () => {
    const signature = signatureOf('I would like to book a table for two in San Jose');
    expect([...signature.slice(0, 4)]).toMatchInlineSnapshot(`
      [
        7989308,
        1019485,
        8537495,
        9328050,
      ]
    `);
    expect(signature).toHaveLength(SIGNATURE_ROWS);
    // Short texts between two looks: nothing of one text is left in the next.
    signatureOf('hello');
    expect(signatureOf('I would like to book a table for two in San Jose')).toEqual(signature);
  });

  it('are equal for texts of the same words', () => {
    fc.assert(
      fc.property(sentence, (words) => {
        const loud = `${words.join('  ').toUpperCase()}!`;
        expect(estimatedJaccard(signatureOf(words.join(' ')), signatureOf(loud))).toBe(1);
      }),
    );
  });

  it('are as similar one way as the other, between 0 and 1', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const [a, b] = [signatureOf(one), signatureOf(other)];
        expect(estimatedJaccard(a, b)).toBe(estimatedJaccard(b, a));
        expect(estimatedJaccard(a, b)).toBeGreaterThanOrEqual(0);
        expect(estimatedJaccard(a, a)).toBe(1);
      }),
    );
  });

  it('estimate the Jaccard similarity: within five standard deviations, 0.044 each at most', () => {
    fc.assert(
      fc.property(sentence, sentence, (one, other) => {
        const [a, b] = [one.join(' '), other.join(' ')];
        const exact = jaccard(shinglesOf(a), shinglesOf(b));
        expect(Math.abs(estimatedJaccard(signatureOf(a), signatureOf(b)) - exact)).toBeLessThan(0.22);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('go to bytes and back, little-endian', () => {
    const signature = signatureOf('one two three four');
    const bytes = packSignature(signature);
    expect(bytes).toHaveLength(512);
    expect([...bytes.slice(0, 4)]).toEqual([0, 8, 16, 24].map((shift) => (signature[0]! >>> shift) & 255));
    expect(unpackSignature(bytes)).toEqual(signature);
    // A view into a larger buffer, as databases give it.
    const inside = new Uint8Array([9, ...bytes, 9]).subarray(1, 513);
    expect(unpackSignature(inside)).toEqual(signature);
    expect(() => unpackSignature(bytes.subarray(1))).toThrow(RangeError);
  });
});

describeShared('signatures of real user texts', () => {
  it('estimate the similarity of a text and its edited copy with a mean error below 0.03', () => {
    const errors = sgdTexts().flatMap(({ text }, i) => {
      const words = comparableWords(text);
      if (words.length < 12) return [];
      const edited = words.map((word, at) => ((at * 7 + i) % 19 === 0 ? `${word}x` : word)).join(' ');
      const exact = jaccard(shinglesOf(text), shinglesOf(edited));
      return [Math.abs(estimatedJaccard(signatureOf(text), signatureOf(edited)) - exact)];
    });
    expect(errors.length).toBeGreaterThan(300);
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.035);
  });
});
