import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from '../../core/redact.js';

const KEY = 'sk-live/51H+x=9&Kp~4"q';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hex = (text: string): string => Buffer.from(text).toString('hex');

describe('a secret in a text', () => {
  it.each<[string, string]>([
    ['plain', KEY],
    ['URL-encoded', encodeURIComponent(KEY)],
    ['URL-encoded in small letters', encodeURIComponent(KEY).toLowerCase()],
    ['as a form has it', new URLSearchParams({ a: KEY }).toString().slice(2)],
    ['as JSON', JSON.stringify(KEY).slice(1, -1)],
    ['in hexadecimal digits', hex(KEY)],
    ['in capital hexadecimal digits', hex(KEY).toUpperCase()],
    ['its beginning', KEY.slice(0, 8)],
    ['more of its beginning', KEY.slice(0, 13)],
    ['the beginning of its hexadecimal digits', hex(KEY.slice(0, 8))],
    ['the beginning, URL-encoded', encodeURIComponent(KEY.slice(0, 9))],
  ])('%s is hidden, and what is around it is not', (_, form) => {
    expect(redactor([`Bearer ${KEY}`])(`<${form}>`)).toBe('<***>');
  });

  it.each(['', 'x', 'xx'])(
    'in base64 behind %j is hidden but for what also encodes its neighbours',
    (before) => {
      for (const text of [base64(`${before}${KEY}yy`), base64(`${before}${KEY.slice(0, 12)}`)])
        expect(redactor([KEY])(text)).toMatch(/^.{0,3}\*\*\*.{0,5}=*$/);
    },
  );

  it('leaves shorter beginnings, and the words that say how it is sent', () => {
    const text = `Bearer token: ${KEY.slice(0, 7)}`;
    expect(redactor([`Bearer ${KEY}`])(text)).toBe(text);
  });

  it('is also the password of a basic sign-in, however it was configured', () => {
    for (const secret of [`Basic ${base64('ada:correct-horse')}`])
      expect(redactor([secret])(`ada, correct-horse, ${base64('ada:correct-horse')}`)).toBe('ada, ***, ***');
  });

  it('is found wherever it is, whatever it is made of; nothing else goes', () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: 'grapheme-ascii', minLength: 10, maxLength: 40 })
          .filter((text) => !/\s/.test(text)),
        fc.integer({ min: 8, max: 40 }),
        (secret, length) => {
          const redact = redactor([secret]);
          for (const form of [secret.slice(0, length), hex(secret), encodeURIComponent(secret)])
            expect(redact(`é ${form} é`)).toBe('é *** é');
        },
      ),
    );
  });
});
