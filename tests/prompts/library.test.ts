import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { ROLES } from '../../core/model-call.js';
import { seededRandom } from '../../core/random.js';
import { PROMPTS } from '../../prompts/catalogue.js';
import { PromptLibrary, renderKnown } from '../../prompts/library.js';
import { rewriteThought } from '../../prompts/mtu-bench/rewrite-thought.js';
import { readPrompt } from '../../prompts/prompt.js';
import { folderWith } from '../support/files.js';

const own = (id: string, body: string): string =>
  `---\nid: ${id}\nversion: 7\nrole: generator\ndescribed-in: my notebook\n---\n${body}`;

function thrownBy(run: () => unknown): BenchwrightError {
  try {
    run();
  } catch (error) {
    if (BenchwrightError.is(error)) return error;
    throw error;
  }
  throw new Error('expected an error');
}

describe('the prompts of the product', () => {
  it('are exactly the files of the folder, each with its own id', () => {
    const folder = new URL('../../prompts/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.txt'))
      .map((name) => name.replace(/\.txt$/, '').replaceAll('\\', '/'));
    expect(PROMPTS.map(({ id }) => id)).toEqual(files.sort());
    for (const id of files) expect(readPrompt(id).id).toBe(id);
  });

  it.each(PROMPTS.map((definition) => [definition.id, definition] as const))(
    '%s takes its example',
    (id, definition) => {
      const text = renderKnown(PromptLibrary.open().get(id), definition.example);
      expect(text).not.toContain('{{');
      expect(text.trim()).not.toBe('');
      if (definition.answer !== undefined) expect(ROLES).toContain(readPrompt(id).role);
    },
  );
});

describe('a rehearsed answer', () => {
  const calls = fc.array(fc.record({ tool: fc.string({ minLength: 1 }), arguments: fc.json() }), {
    maxLength: 4,
  });
  const inputs = fc.record({
    turns: fc.array(
      fc.record({ speaker: fc.constantFrom('user' as const, 'assistant' as const), text: fc.string() }),
      { minLength: 1 },
    ),
    calls,
    thought: fc.string(),
  });

  it('of rewritten thoughts has the form, keeps the rules, and is the same for the same draw', () => {
    const { answer, input } = rewriteThought;
    if (answer === undefined) throw new Error('it is asked of a model');
    fc.assert(
      fc.property(inputs, fc.integer(), (given, seed) => {
        const rehearsed = answer.rehearse(input.parse(given), seededRandom(seed, 'rehearsal'));
        expect(answer.rules(given, z.parse(answer.output, rehearsed))).toEqual([]);
        expect(answer.rehearse(given, seededRandom(seed, 'rehearsal'))).toEqual(rehearsed);
      }),
    );
  });

  it('differs from what the rules refuse', () => {
    const { answer, example } = rewriteThought;
    expect(answer?.rules(example, { thought: 'I look for an inn.' })).toEqual([
      'the thought does not name the tool FindInn',
    ]);
  });
});

describe("a folder of prompts of one's own", () => {
  it('stands in for the prompts of its ids, and for no other', () => {
    const folder = folderWith({ 'mtu-bench/s-s.txt': own('mtu-bench/s-s', 'Mine. Today is {{today}}.') });
    const library = PromptLibrary.open(folder);
    const mine = library.get('mtu-bench/s-s');
    expect(renderKnown(mine, { today: 'Friday' })).toBe('Mine. Today is Friday.');
    expect([mine.prompt.version, mine.file]).toEqual([7, `${folder}/mtu-bench/s-s.txt`]);
    const others = library.list().filter(({ file }) => file === undefined);
    expect(others.length).toBe(PROMPTS.length - 1);
  });

  it.each([
    [
      'a file that stands in for nothing',
      { 'mtu-bench/x-x.txt': own('mtu-bench/x-x', 'Hm') },
      'mtu-bench/x-x.txt',
    ],
    ['another id in its header', { 'mtu-bench/s-s.txt': own('mtu-bench/s-m', 'Hm') }, 'id: mtu-bench/s-m'],
    [
      'a placeholder that nothing fills',
      { 'mtu-bench/s-s.txt': own('mtu-bench/s-s', '{{tools}}') },
      '"tools" not defined',
    ],
    ['no header', { 'mtu-bench/s-s.txt': 'Hm' }, ''],
  ])('with %s is refused before anything runs', (_, files, found) => {
    const folder = folderWith(files);
    const { code, parts } = thrownBy(() => PromptLibrary.open(folder));
    expect(code).toBe('PROMPT_INVALID');
    expect(parts.found).toContain(found);
  });

  it('that is not there is refused', () => {
    expect(thrownBy(() => PromptLibrary.open('/nowhere/at/all')).code).toBe('PROMPT_INVALID');
  });
});

describe('looking at a prompt', () => {
  it('of an unknown id names the known ones', () => {
    const { code, parts } = thrownBy(() => PromptLibrary.open().get('mtu-bench/z'));
    expect([code, parts.expected?.includes('mtu-bench/m-m')]).toEqual(['PROMPT_NOT_FOUND', true]);
  });

  it('with an input that it does not take says what is wrong and shows one that it takes', () => {
    const known = PromptLibrary.open().get('mtu-bench/rewrite-thought');
    const { code, parts } = thrownBy(() => renderKnown(known, { turns: [], calls: [] }));
    expect(code).toBe('PROMPT_INPUT_INVALID');
    expect(parts.found).toMatch(/^turns: .*; thought: /);
    expect(parts.expected).toContain('FindInn');
  });
});
