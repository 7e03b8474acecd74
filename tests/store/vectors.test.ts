import { expect, it } from 'vitest';
import { keepVectors, knownVectors } from '../../store/vectors.js';
import { freshStore } from '../support/export.js';
import { describeStores } from '../support/stores.js';

describeStores('vectors', () => {
  it('come back as they were, to the last bit, for the texts that have some', async () => {
    const store = await freshStore();
    const vector = [0.1234, -0.5, 0, 1, 1e-4, -1 / 3];
    await keepVectors(store, 'lexical', [['FindInn', vector]]);
    expect(await knownVectors(store, 'lexical', ['FindInn', 'BookInn'])).toEqual(
      new Map([['FindInn', vector]]),
    );
  });

  it('are those of one embedder', async () => {
    const store = await freshStore();
    await keepVectors(store, 'lexical', [['FindInn', [1]]]);
    await keepVectors(store, 'a model', [['FindInn', [2]]]);
    expect((await knownVectors(store, 'a model', ['FindInn'])).get('FindInn')).toEqual([2]);
    expect(await knownVectors(store, 'another model', ['FindInn'])).toEqual(new Map());
  });

  it('stay as they are when they come again, from another worker, say', async () => {
    const store = await freshStore();
    await Promise.all([
      keepVectors(store, 'lexical', [['FindInn', [1]]]),
      keepVectors(store, 'lexical', [
        ['FindInn', [1]],
        ['BookInn', [2]],
      ]),
    ]);
    await keepVectors(store, 'lexical', [['FindInn', [3]]]);
    expect([...(await knownVectors(store, 'lexical', ['FindInn', 'BookInn']))].sort()).toEqual([
      ['BookInn', [2]],
      ['FindInn', [1]],
    ]);
  });

  it('are found for more texts than one statement takes, and each text once', async () => {
    const store = await freshStore();
    const texts = Array.from({ length: 1201 }, (_, n) => `tool ${n}`);
    for (let from = 0; from < texts.length; from += 400)
      await keepVectors(
        store,
        'lexical',
        texts.slice(from, from + 400).map((text) => [text, [text.length]] as const),
      );
    const known = await knownVectors(store, 'lexical', [...texts, ...texts]);
    expect([...known.keys()].sort()).toEqual([...texts].sort());
    for (const [text, vector] of known) expect(vector).toEqual([text.length]);
  });

  it('of no texts are none', async () => {
    const store = await freshStore();
    await keepVectors(store, 'lexical', []);
    expect(await knownVectors(store, 'lexical', [])).toEqual(new Map());
  });
});
