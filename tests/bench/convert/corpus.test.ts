import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { copyCorpus, type BenchCorpus } from '../../../bench/convert/corpus.js';
import { openSgd } from '../../../sources/sgd/corpus.js';
import { parseSgdDialogue } from '../../../sources/sgd/dialogue.js';
import { checkTurns } from '../../../transforms/mtu-bench/checks/check-turns.js';
import { convertDialogue } from '../../../transforms/mtu-bench/conversion/convert-dialogue.js';
import { findRepeatedTexts, textDigestOf } from '../../../transforms/mtu-bench/splitting/duplicates.js';
import { buildCatalogue, type Catalogue } from '../../../transforms/mtu-bench/tools/catalogue.js';

const MINI = fileURLToPath(new URL('../../../examples/sgd-mini', import.meta.url));
const COPIES = 4;

interface Copied {
  readonly id: string;
  readonly user: string;
  /** What the checks found, and where each argument of each call came from. */
  readonly judged: unknown;
}

function read(shard: string, catalogue: Catalogue): Copied[] {
  const split = basename(join(shard, '..'));
  return (JSON.parse(readFileSync(shard, 'utf8')) as unknown[]).map((record) => {
    const dialogue = parseSgdDialogue(JSON.stringify(record), split);
    const turns = convertDialogue(dialogue, 'sgd', catalogue);
    return {
      id: dialogue.recordId,
      user: turns.map((turn) => turn.user).join('\n'),
      judged: [
        checkTurns(turns, catalogue).map(({ check, outcome, turn, tool }) => [check, outcome, turn, tool]),
        turns.map((turn) => turn.calls.map(({ tool, origins }) => [tool, origins])),
      ],
    };
  });
}

describe('a corpus copied for measuring', async () => {
  const folders: string[] = [];
  const make = (): BenchCorpus => {
    const folder = mkdtempSync(join(tmpdir(), 'benchwright-corpus-'));
    folders.push(folder);
    return copyCorpus(MINI, folder, COPIES);
  };
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  const corpus = make();
  const { schemas } = await openSgd(corpus.root);
  const catalogue = buildCatalogue(
    schemas.map(({ split, services }) => ({ source: 'sgd', split, services })),
  );
  const dialogues = corpus.shards.flatMap((shard) => read(shard, catalogue));

  it('has every dialogue as often as asked, under ids of their own', () => {
    expect(corpus.shards).toHaveLength(3 * COPIES);
    expect(new Set(dialogues.map(({ id }) => id)).size).toBe(dialogues.length);
    const originals = dialogues.filter(({ id }) => id.includes('/c0_'));
    expect(originals.length).toBeGreaterThan(0);
    expect(dialogues).toHaveLength(originals.length * COPIES);
  });

  it('has calls that pass and fail the checks as the originals do, with values from the same places', () => {
    const judged = new Map(dialogues.map(({ id, judged: of }) => [id, of]));
    for (const { id, judged: of } of dialogues)
      expect([id, of]).toEqual([id, judged.get(id.replace(/\/c\d+_/, '/c0_'))]);
  });

  it('has no two dialogues whose users say the same', () => {
    const texts = dialogues.map(({ id, user }) => ({
      itemId: id,
      setting: 'M-M' as const,
      textDigest: textDigestOf(user),
    }));
    const ofCopies = [...findRepeatedTexts(texts)].filter(([id]) => !id.includes('/c0_'));
    expect(ofCopies).toEqual([]);
  });

  it('is the same, byte for byte, each time', () => {
    const again = make();
    expect(again.bytes).toBe(corpus.bytes);
    again.shards.forEach((shard, i) =>
      expect(readFileSync(shard).equals(readFileSync(corpus.shards[i] ?? ''))).toBe(true),
    );
  });
});
