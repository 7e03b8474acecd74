import { readFileSync } from 'node:fs';
import { sharedPath } from '../../../support/shared.js';

interface SgdTurn {
  readonly speaker: string;
  readonly utterance: string;
}

/** Real user texts of two SGD shards: what a dialogue's user says in all, and its first turn alone. */
export function sgdTexts(): { readonly dialogue: string; readonly text: string }[] {
  return ['dev/dialogues_010.json', 'dev/dialogues_005.json'].flatMap((path) => {
    const shard = JSON.parse(readFileSync(sharedPath('data', 'sgd', path), 'utf8')) as {
      dialogue_id: string;
      turns: SgdTurn[];
    }[];
    return shard.flatMap(({ dialogue_id, turns }) => {
      const said = turns.filter((turn) => turn.speaker === 'USER').map((turn) => turn.utterance);
      const dialogue = `sgd dev/${dialogue_id}`;
      return [
        { dialogue, text: said.join('\n') },
        { dialogue, text: said[0] ?? '' },
      ];
    });
  });
}

/** Jaccard similarity of two sets, exactly. */
export function jaccard(a: readonly string[], b: readonly string[]): number {
  const other = new Set(b);
  const common = a.filter((member) => other.has(member)).length;
  return common / (a.length + b.length - common);
}
