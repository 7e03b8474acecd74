import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../core/canonical.js';
import { loadTokenCounter } from '../../../llm/cost/tokens.js';
import { shortenedAnswer } from '../../../transforms/tools/shorten-answer.js';

const count = await loadTokenCounter();
const tokensOf = (value: JsonValue): number => count(JSON.stringify(value));

describe('a long answer', () => {
  it('that fits stays as it is', () => {
    const answer = { books: [{ id: 'b1', title: 'The Salt Road' }] };
    expect(shortenedAnswer(answer, 100, count)).toBe(answer);
  });

  it('keeps all of a list whose texts are long, as far as they are readable', () => {
    const answer = [1, 2, 3].map((id) => ({ id, text: `a tale of ${id} `.repeat(2_000) }));
    const shown = shortenedAnswer(answer, 400, count) as { id: number; text: string }[];
    expect(shown.map(({ id }) => id)).toEqual([1, 2, 3]);
    for (const { text } of shown) expect(text).toMatch(/^a tale of [123] .{190,}… \[\+\d+ characters\]$/);
    expect(tokensOf(shown)).toBeLessThanOrEqual(400);
    expect(tokensOf(shown)).toBeGreaterThan(350);
  });

  it('keeps the first items of a long list, and says how many there are more', () => {
    const item = (id: number) => ({ id, title: 'A title of some length', labels: ['a', 'b'] });
    const shown = shortenedAnswer(
      { total: 900, items: Array.from({ length: 900 }, (_, i) => item(i)) },
      2_000,
      count,
    );
    expect(shown).toMatchObject({ total: 900, items: { 0: item(0), 99: item(99) } });
    expect(JSON.stringify(shown)).toMatch(/"… \[\+7\d\d items\]"\]\}$/);
    expect(tokensOf(shown)).toBeLessThanOrEqual(2_000);
  });

  it('that is a text is cut between characters', () => {
    const shown = shortenedAnswer('👩‍🌾 reads. '.repeat(5_000), 300, count) as string;
    expect(shown).not.toMatch(/\p{Surrogate}/u);
    expect(shown).toMatch(/ reads\..*… \[\+\d+ characters\]$/);
    expect(tokensOf(shown)).toBeLessThanOrEqual(300);
  });

  it('keeps names that objects inherit, and those of a table with many', () => {
    const table = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`id-${i}`, { n: i }]));
    const shown = shortenedAnswer(
      JSON.parse(`{"__proto__":{"a":1},"t":${JSON.stringify(table)}}`) as JsonValue,
      300,
      count,
    );
    expect(Object.keys(shown as object)).toEqual(['__proto__', 't']);
    expect(JSON.stringify(shown)).toContain('"id-0":{"n":0}');
    expect(JSON.stringify(shown)).toMatch(/"…":"… \[\+29\d\d fields\]"/);
  });

  it('always fits, keeps its kind and comes out the same', () => {
    const reached = { whole: 0, items: 0, characters: 0 };
    const value = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(
          fc.string({ maxLength: 20 }),
          fc.string({ minLength: 250, maxLength: 900, size: 'max' }),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.constant(null),
        ),
        fc.array(tie('value'), { maxLength: 150 }),
        fc.dictionary(fc.string({ maxLength: 12 }), tie('value'), { maxKeys: 60 }),
      ),
    })).value;
    fc.assert(
      fc.property(value, fc.constantFrom(100, 400), (answer, tokens) => {
        const shown = shortenedAnswer(answer, tokens, count);
        expect(tokensOf(shown)).toBeLessThanOrEqual(tokens);
        expect(shortenedAnswer(answer, tokens, count)).toEqual(shown);
        expect(Array.isArray(shown)).toBe(Array.isArray(answer));
        const text = JSON.stringify(shown);
        if (shown === answer) reached.whole += 1;
        if (/\[\+\d+ items?\]/.test(text)) reached.items += 1;
        if (/\[\+\d+ characters?\]/.test(text)) reached.characters += 1;
      }),
      { numRuns: 150, seed: 7 },
    );
    for (const [branch, times] of Object.entries(reached)) expect(times, branch).toBeGreaterThan(0);
  });
});
