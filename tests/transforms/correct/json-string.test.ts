import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editedString, writtenString } from '../../../transforms/correct/json-string.js';

describe('an edited JSON string', () => {
  it('keeps the spelling of what is before, after and again in the change', () => {
    expect(editedString(String.raw`"a\/b \u00E9t\u00E9"`, 'a/c été', true)).toBe(
      String.raw`"a\/c \u00E9t\u00E9"`,
    );
    expect(editedString(String.raw`"caf\u00E9"`, 'éé café', true)).toBe(String.raw`"\u00E9\u00E9 caf\u00E9"`);
  });

  it('is right where what is put in or taken out is like its neighbours', () => {
    expect(editedString('"aa"', 'aaa', false)).toBe('"aaa"');
    expect(editedString('"aaa"', 'a', false)).toBe('"a"');
    expect(editedString('"abab"', 'ababab', false)).toBe('"ababab"');
  });

  it('says what is wanted, whatever it said', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '/', '"', '😀'), maxLength: 6 });
    fc.assert(
      fc.property(few, few, fc.boolean(), (was, wanted, ascii) => {
        expect(JSON.parse(editedString(writtenString(was, ascii), wanted, ascii))).toBe(wanted);
      }),
    );
  });
});
