import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadExtensions } from '../../app/extensions.js';
import { givenSources, CORPUS_NAMES } from '../../app/sources/parse-sources.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { datasetFormats } from '../../outputs/general/formats.js';
import { corpusKind, corpusNames, registerCorpus } from '../../sources/corpus.js';
import { RecordFault } from '../../sources/record-fault.js';
import { extensionModules } from '../../worker/extension-modules.js';

const folder = mkdtempSync(join(tmpdir(), 'benchwright-extensions-'));
afterAll(() => rmSync(folder, { recursive: true }));
const CONFIG = join(folder, 'temporal.config.ts');

/** Loads an extension with this text. @returns the parts of the error it is refused with */
async function load(name: string, text: string): Promise<BenchwrightError['parts'] | undefined> {
  writeFileSync(join(folder, name), text);
  try {
    await loadExtensions([`./${name}`], CONFIG);
    return undefined;
  } catch (error) {
    if (BenchwrightError.is(error) && error.code === 'EXTENSION_INVALID') return error.parts;
    throw error;
  }
}

const KIND = '{ open: () => undefined, reader: () => undefined }';

describe('an extension', () => {
  it('in TypeScript or JavaScript adds sources and formats, once, and shares the classes of the product', async () => {
    const source = `
      import { RecordFault, type CorpusKind } from 'benchwright/source';
      import { defineExtension } from 'benchwright/family';
      const letters = ${KIND} as unknown as CorpusKind;
      export default defineExtension({
        name: 'letters',
        sources: { 'test-letters': { ...letters, about: RecordFault as never } },
        exporters: [{ name: 'test-format', summary: 'for a test' } as never],
      });`;
    expect(await load('letters.ts', source)).toBeUndefined();
    expect(await load('letters.ts', source)).toBeUndefined();
    expect(corpusNames().slice(-1)).toEqual(['test-letters']);
    expect(corpusKind('test-letters').about).toBe(RecordFault);
    expect(datasetFormats(false).map(({ name }) => name)).toContain('test-format');
    expect(extensionModules().filter(({ name }) => name === './letters.ts')).toEqual([
      { name: './letters.ts', configFile: CONFIG },
    ]);
    expect([...givenSources(['test-letters=/x'], CORPUS_NAMES)]).toEqual([['test-letters', '/x']]);
    expect(
      await load('plain.js', `export default { name: 'plain', sources: { 'test-plain': ${KIND} } };`),
    ).toBe(undefined);
    expect(corpusNames()).toContain('test-plain');
  });

  it.each([
    ['a module that cannot be found', 'missing.js', undefined, /Cannot find module/],
    ['a module that throws', 'throws.js', "throw new Error('no luck')", /^no luck/],
    ['no default export', 'empty.js', 'export const x = 1;', /.+/],
    ['no name', 'nameless.js', 'export default { sources: {} };', /^name: /],
    [
      'a source without a reader',
      'half.js',
      "export default { name: 'h', sources: { half: { open() {} } } };",
      /sources: half: reader: a function/,
    ],
    [
      'a name with capitals',
      'capitals.js',
      `export default { name: 'c', sources: { Half: ${KIND} } };`,
      /small letters/,
    ],
    [
      'the name of a built-in source',
      'sgd.js',
      `export default { name: 's', sources: { sgd: ${KIND} } };`,
      /^a source "sgd"$/,
    ],
    [
      'the name of a built-in format',
      'format.js',
      "export default { name: 'f', exporters: [{ name: 'huggingface', summary: '' }] };",
      /^a format "huggingface"$/,
    ],
    [
      'the name of another extension',
      'twice.js',
      `export default { name: 't', sources: { 'test-first': ${KIND} } };`,
      /^a source "test-first"$/,
    ],
  ])('with %s is refused', async (_what, name, text, found) => {
    await load('first.js', `export default { name: 'first', sources: { 'test-first': ${KIND} } };`);
    const refused =
      text === undefined
        ? await loadExtensions([`./${name}`], CONFIG).then(
            () => undefined,
            (error: unknown) => (BenchwrightError.is(error) ? error.parts : undefined),
          )
        : await load(name, text);
    expect(refused).toMatchObject({
      where: `extension "./${name}" in ${CONFIG}`,
      next: 'docs/extensions.md shows what an extension exports.',
    });
    expect(refused?.found).toMatch(found);
  });
});

describe('a source', () => {
  it('of a built-in name cannot be registered', () => {
    const kind = corpusKind('snips');
    expect(registerCorpus('sgd', kind)).toBe(false);
    expect(corpusKind('sgd')).not.toBe(kind);
  });

  it.each(['nobody', 'toString', '__proto__'])('that nobody reads is refused by name: %s', (name) => {
    expect(() => corpusKind(name)).toThrow(BenchwrightError);
    try {
      corpusKind(name);
    } catch (error) {
      expect(error).toMatchObject({ code: 'EXTENSION_MISSING', parts: { found: `"${name}"` } });
    }
  });
});
