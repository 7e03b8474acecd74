import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceInText } from '../../../bench/convert/replace-in-text.js';

const span = (text: string, part: string, from = 0) => {
  const start = text.indexOf(part, from);
  return { start, exclusive_end: start + part.length };
};

describe('replacing values in an utterance', () => {
  it('changes marked spans and unmarked whole words, the first form first', () => {
    const text = 'From San Jose to San Jose Station, San Josephine stays.';
    const marked = span(text, 'San Jose');
    const replaced = replaceInText(text, [marked], new Map([['San Jose', 'Ulia']]), [
      ['San Jose Station', 'Ulia Station'],
      ['San Jose', 'Ulia'],
    ]);
    expect(replaced.text).toBe('From Ulia to Ulia Station, San Josephine stays.');
    expect(replaced.moved(marked)).toEqual({ start: 5, exclusive_end: 9 });
  });

  it('leaves a marked value alone that is not to be replaced, and moves its span', () => {
    const text = 'Two seats in Napa, please, two.';
    const [two, napa] = [span(text, 'two'), span(text, 'Napa')];
    const replaced = replaceInText(text, [two, napa], new Map([['Napa', 'Kelador']]), []);
    expect(replaced.text).toBe('Two seats in Kelador, please, two.');
    const { start, exclusive_end } = replaced.moved(two);
    expect(replaced.text.slice(start, exclusive_end)).toBe('two');
  });

  it('keeps every span on its value', () => {
    const value = fc.constantFrom('Napa', 'San Jose', '4 pm', 'Al & Co', 'é');
    const filler = fc.constantFrom(' ', ' and ', ', ', ' – ');
    fc.assert(
      fc.property(fc.array(fc.tuple(value, filler)), fc.dictionary(value, fc.string()), (parts, table) => {
        let text = '';
        const spans = parts.map(([part, fill]) => {
          text += fill;
          const start = text.length;
          text += part;
          return { start, exclusive_end: text.length };
        });
        const marked = new Map(Object.entries(table));
        const replaced = replaceInText(text, spans, marked, []);
        spans.forEach((place, i) => {
          const { start, exclusive_end } = replaced.moved(place);
          const old = parts[i]?.[0] ?? '';
          expect(replaced.text.slice(start, exclusive_end)).toBe(marked.get(old) ?? old);
        });
      }),
    );
  });
});
