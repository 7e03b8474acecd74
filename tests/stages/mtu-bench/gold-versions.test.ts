import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { GoldVersion } from '../../../core/mtu-bench/gold.js';
import { convertCorpus } from '../../support/corpus.js';
import { describeShared, sharedPath } from '../../support/shared.js';
import { casesFor } from '../../support/long.js';

/** Digest of all items of a corpus as they are stored. */
async function digestOf(kind: string, folder: string, gold?: GoldVersion): Promise<string> {
  const { rows } = await convertCorpus(sharedPath('data', folder), {}, kind, gold);
  const hash = createHash('sha256');
  for (const { items, flags } of rows) hash.update(JSON.stringify([flags, items.map(({ body }) => body)]));
  return hash.digest('hex').slice(0, 16);
}

describeShared('the first version of checked gold', () => {
  const corpora = [
    ['sgd', 'sgd', '751a7bb9fca32164'],
    ['multiwoz', 'multiwoz/2.1', '16cd6b5d78c3563d'],
    ['taskmaster', 'taskmaster', 'd48c693bb5479800'],
    ['snips', 'snips', 'edefdfb6113bc91b'],
  ] as const;
  it.each(casesFor(corpora, ([kind]) => kind === 'multiwoz' || kind === 'taskmaster'))(
    'gives the items of %s that exports made with it have',
    async (kind, folder, expected) => {
      expect(await digestOf(kind, folder, 1)).toBe(expected);
      expect(await digestOf(kind, folder)).not.toBe(expected);
    },
  );
});
