import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readAnswer, type Rule } from '../../../llm/structured-output/read-answer.js';
import { manners, plans, planSchema, written, writtenAlone, type Plan } from './as-models-write.js';

const read = (text: string, more: { finish?: 'stop' | 'length'; rules?: Rule<Plan>[] } = {}) =>
  readAnswer({ text, finish: more.finish ?? 'stop' }, planSchema, more.rules);

describe('an answer that is to be JSON', () => {
  it('comes back equal however it is written: fences, prose, trailing commas, single quotes, Python words', () => {
    fc.assert(
      fc.property(plans, manners, (plan, manner) => {
        expect(read(written(plan, manner))).toEqual({ ok: true, value: plan });
      }),
      { numRuns: 1_000 },
    );
  });

  it('that is cut off anywhere is said to be cut off, never closed for the model', () => {
    fc.assert(
      fc.property(
        plans,
        manners,
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (plan, manner, part) => {
          const whole = writtenAlone(plan, manner);
          const cut = whole.slice(0, Math.max(2, Math.floor(whole.length * part)));
          const reading = read(`${manner.before}${cut}`);
          expect(reading.ok).toBe(false);
          if (cut.length > 8) expect(reading).toMatchObject({ reason: 'answer cut off' });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('is never accepted where it does not fit the schema, and the place is named', () => {
    const spoil = fc.constantFrom<(plan: Plan) => unknown>(
      ({ thought: _, ...rest }) => rest,
      (plan) => ({ ...plan, more: 1 }),
      (plan) => ({ ...plan, confident: 'yes' }),
      (plan) => ({ ...plan, calls: [...plan.calls, { tool: 'x', arguments: {}, step: 1.5 }] }),
      (plan) => [plan],
    );
    fc.assert(
      fc.property(plans, manners, spoil, (plan, manner, spoiled) => {
        expect(read(written(spoiled(plan), manner))).toMatchObject({ ok: false, reason: 'wrong schema' });
      }),
    );
    const reading = read(
      '{"thought": "x", "confident": true, "calls": [{"tool": "T", "arguments": {}, "step": "1"}]}',
    );
    expect(reading).toMatchObject({
      problems: [expect.stringMatching(/^calls\.0\.step: .*expected number/)],
    });
  });

  it('is no value at all whatever a model babbles, unless it is one', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'{}[]"\':,. \\n1at/*') })),
        (text) => {
          const reading = read(text);
          expect(reading.ok).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['something left out', '{"thought": "x", "confident": null, "calls": [...]}', 'not JSON'],
    ['a value missing', '{"thought": , "confident": null, "calls": []}', 'not JSON'],
    ['an element missing', "{'thought': 'x', 'confident': null, 'calls': [,]}", 'not JSON'],
    ['nothing but prose', 'I cannot see any tool for this.', 'not JSON'],
    ['nothing', '', 'not JSON'],
    [
      'two different plans',
      '{"thought":"a","confident":null,"calls":[]} or {"thought":"b","confident":null,"calls":[]}',
      'not JSON',
    ],
    [
      'a draft, then a plan cut off',
      '{"thought":"a","confident":null,"calls":[]} No: {"thought":"b',
      'answer cut off',
    ],
  ])('with %s is not made up', (_, text, reason) => {
    expect(read(text)).toMatchObject({ ok: false, reason });
  });

  it('has line breaks and backslashes in its strings as the model wrote them', () => {
    const text = `{'thought': 'two\nlines, a \\d, "so"', confident: null, "calls": [],}`;
    expect(read(text)).toMatchObject({ value: { thought: 'two\nlines, a \\d, "so"' } });
  });

  it.each([
    ['blanks', '```\n' + ' '.repeat(300_000), 'not JSON'],
    ['opening brackets', '['.repeat(300_000), 'answer cut off'],
    ['braces', '{ '.repeat(150_000), 'not JSON'],
    ['comments', `{"a": 1 ${'/* '.repeat(100_000)}`, 'answer cut off'],
    ['quotes', `{${"'".repeat(300_001)}`, 'answer cut off'],
    ['one word', `{"a": "${'word '.repeat(200_000)}`, 'answer cut off'],
  ])(
    'that goes on with %s until it is stopped is read in time that grows with its length',
    (_, text, reason) => {
      expect(read(text)).toMatchObject({ ok: false, reason });
    },
    5_000,
  );

  it('is taken where one text holds it twice, or holds an example of another form before it', () => {
    const plan = { thought: 'a', confident: null, calls: [] };
    const json = JSON.stringify(plan);
    expect(read(`${json}\nAgain:\n${json}`)).toEqual({ ok: true, value: plan });
    expect(read(`As in {"tool": "T"} I answer ${json}`)).toEqual({ ok: true, value: plan });
  });

  it('that used up its tokens is cut off, unless all that it opened is closed', () => {
    const plan = JSON.stringify({ thought: 'a', confident: null, calls: [] });
    expect(read(plan, { finish: 'length' }).ok).toBe(true);
    expect(read('I think that', { finish: 'length' })).toMatchObject({ reason: 'answer cut off' });
    expect(readAnswer({ text: '12', finish: 'length' }, z.number())).toMatchObject({
      reason: 'answer cut off',
    });
    expect(readAnswer({ text: '12', finish: 'stop' }, z.number())).toEqual({ ok: true, value: 12 });
  });

  it('that breaks a rule of its stage is refused with that rule', () => {
    const offered: Rule<Plan> = ({ calls }) =>
      calls
        .filter(({ tool }) => tool !== 'FindInn')
        .map(({ tool }) => `"${tool}" was not offered; FindInn was`);
    const text =
      '{"thought": "x", "confident": true, "calls": [{"tool": "BookInn", "arguments": {}, "step": 1}]}';
    expect(read(text, { rules: [offered] })).toEqual({
      ok: false,
      reason: 'breaks a rule',
      problems: ['"BookInn" was not offered; FindInn was'],
    });
  });

  it('that is a refusal or was filtered is that, whatever its text', () => {
    const text = '{"thought":"a","confident":null,"calls":[]}';
    const answers = [
      { finish: 'refused' },
      { finish: 'filtered' },
      { finish: 'stop', refusal: 'I will not.' },
    ] as const;
    const reasons = answers.map((answer) => readAnswer({ text, ...answer }, planSchema));
    expect(reasons).toMatchObject([
      { reason: 'refused' },
      { reason: 'filtered' },
      { reason: 'refused', problems: ['I will not.'] },
    ]);
  });
});
