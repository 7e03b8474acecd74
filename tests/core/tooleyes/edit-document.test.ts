import { describe, expect, it } from 'vitest';
import { editedDocumentProblems, isPoorDocument } from '../../../core/tooleyes/edit-document.js';
import type { ToolDocument } from '../../../core/tooleyes/library.js';
import { withWords } from '../../../transforms/tooleyes/written-document.js';

const document = (more: Partial<ToolDocument> = {}, said = 'How many are to be rolled.'): ToolDocument => ({
  name: 'roll_dice',
  description: 'Rolls dice and returns their eyes.',
  parameters: {
    type: 'object',
    properties: { __proto: { type: 'string', description: said }, n: { type: 'string', description: said } },
    required: ['n'],
  },
  ...more,
});
const BEFORE = document();
const pathsOf = (after: ToolDocument, others: readonly string[] = []): string[] =>
  editedDocumentProblems(BEFORE, after, others).map(({ path }) => path);

describe('a poor document', () => {
  it.each([
    ['a description that is missing', document({ description: '' })],
    ['one that is short', document({ description: 'Rolls dice.' })],
    [
      'one that is the name again',
      document({ name: 'roll_many_dice_at_once', description: 'Roll many dice at once!' }),
    ],
    ['a parameter without one', document({}, ' ')],
    ['a parameter whose name is said again', document({}, 'N')],
  ])('has %s', (_what, one) => expect(isPoorDocument(one)).toBe(true));

  it('is none that says what it is for', () => {
    expect(isPoorDocument(BEFORE)).toBe(false);
    expect(isPoorDocument(document({ parameters: { type: 'object', properties: {}, required: [] } }))).toBe(
      false,
    );
  });
});

describe('an edit of a document', () => {
  it('may change its name and its words', () => {
    expect(pathsOf(document({ name: 'throw_dice', description: 'Throws dice.' }, 'A number.'))).toEqual([]);
    expect(pathsOf(BEFORE)).toEqual([]);
  });

  it('changes no structure', () => {
    const { parameters } = BEFORE;
    const { n: _n, ...fewer } = parameters.properties;
    for (const after of [
      document({ parameters: { ...parameters, required: [] } }),
      document({ parameters: { ...parameters, properties: fewer } }),
      document({
        parameters: {
          ...parameters,
          properties: { ...parameters.properties, more: { type: 'string', description: 'x' } },
        },
      }),
      document({
        parameters: {
          ...parameters,
          properties: { ...parameters.properties, n: { type: 'integer', description: 'x' } },
        },
      }),
      { ...BEFORE, returns: 'a list' },
    ])
      expect(pathsOf(after)).toContain('parameters');
  });

  it('gives a name that no other tool has, and that Python can import', () => {
    expect(pathsOf(document({ name: 'throw dice' }))).toEqual(['name']);
    expect(pathsOf(document({ name: 'finish' }))).toEqual(['name']);
    expect(pathsOf(document({ name: 'shuffle' }), ['shuffle'])).toEqual(['name']);
  });

  it('empties no words, and holds nothing that ends the documents in a prompt', () => {
    expect(pathsOf(document({ description: ' ' }))).toEqual(['description']);
    expect(pathsOf(document({}, "Let's Begin!"))).toHaveLength(2);
  });
});

it('written words replace all, also under names that objects have', () => {
  const proto = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string","description":""}},"required":["__proto__"]}',
  ) as ToolDocument['parameters'];
  const written = withWords(document({ parameters: proto }), {
    description: 'New words.',
    parameters: [{ name: '__proto__', description: 'The prototype.' }],
  });
  expect(written.description).toBe('New words.');
  expect(JSON.stringify(written.parameters)).toContain(
    '"__proto__":{"type":"string","description":"The prototype."}',
  );
  expect(editedDocumentProblems(document({ parameters: proto }), written, [])).toEqual([]);
});
