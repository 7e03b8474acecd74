import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { copyMultiWoz, copyTaskmaster4 } from '../../../bench/convert/copy-talks.js';
import type { BenchCorpus } from '../../../bench/convert/corpus.js';
import type { Dialogue } from '../../../core/dialogue.js';
import { CORPORA, recordReader } from '../../../sources/corpus.js';
import { indexShard } from '../../../sources/index-shard.js';
import { readShardRecords } from '../../../sources/shard-reader.js';
import { estimatedJaccard, signatureOf } from '../../../transforms/mtu-bench/splitting/signature.js';
import { freshFolder } from '../../support/files.js';
import { describeShared, sharedPath } from '../../support/shared.js';

async function dialoguesOf(kind: keyof typeof CORPORA, { root, shards }: BenchCorpus): Promise<Dialogue[]> {
  const read = await recordReader(kind, root);
  const layout = await CORPORA[kind].open(root);
  expect(layout.shards.map(({ path }) => path)).toEqual(shards.map((shard) => relative(root, shard)));
  const found: Dialogue[] = [];
  for (const [i, file] of shards.entries()) {
    const { path, split, form } = layout.shards[i] as (typeof layout.shards)[number];
    const index = await indexShard(form ?? 'array', file, path);
    const records = await readShardRecords(file, path, index, 0, index.offsets.length);
    found.push(...records.map((bytes, ordinal) => read(bytes, { split, file: path, ordinal })));
  }
  return found;
}

const said = ({ turns }: Dialogue): string => turns.map(({ user }) => user.utterance).join('\n');

const COPIED = [
  ['multiwoz', copyMultiWoz, 84],
  ['taskmaster', copyTaskmaster4, 120],
] as const;

describeShared('corpora of talks copied for measuring', () => {
  it.each(COPIED)(
    '%s: every dialogue as often as asked, with the calls of the first and other words',
    async (kind, copy, size) => {
      const dialogues = await dialoguesOf(kind, copy(sharedPath('data', kind), freshFolder(), 3));
      expect(dialogues).toHaveLength(3 * size);
      const byId = new Map(dialogues.map((dialogue) => [dialogue.recordId, dialogue]));
      expect(byId.size).toBe(dialogues.length);
      let alike = 0;
      for (const dialogue of dialogues) {
        const first = byId.get(dialogue.recordId.replace(/c\d+_/, 'c0_')) as Dialogue;
        expect(dialogue.turns.map(({ system }) => system.calls)).toEqual(
          first.turns.map(({ system }) => system.calls),
        );
        if (
          dialogue !== first &&
          estimatedJaccard(signatureOf(said(dialogue)), signatureOf(said(first))) >= 0.7
        )
          alike++;
      }
      // Long dialogues say much beside the remarks; most copies are far from their first.
      expect(alike / (2 * size)).toBeLessThan(0.05);
    },
  );

  it.each(COPIED)('%s: the same, byte for byte, each time', (kind, copy) => {
    const [one, other] = [0, 1].map(() => copy(sharedPath('data', kind), freshFolder(), 3)) as [
      BenchCorpus,
      BenchCorpus,
    ];
    expect(one.shards.map((shard) => readFileSync(shard, 'utf8'))).toEqual(
      other.shards.map((shard) => readFileSync(shard, 'utf8')),
    );
  });
});
