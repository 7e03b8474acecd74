import { byText } from '../../core/ids.js';
import type { LibraryApi } from '../../core/tool-library.js';

/** Shorter words are not typical of a group. */
const SHORTEST = 3;
/** Minimum difference between the share of the group and the share of the other APIs that have a word. */
const LEAST = 0.1;

/** The word in API names that is most frequent in a group compared with the others; empty if there is none. */
export function typicalWord(group: readonly LibraryApi[], others: readonly LibraryApi[]): string {
  const own = shareOf(group);
  const theirs = shareOf(others);
  const scored = [...own].map(([word, share]) => ({ word, score: share - (theirs.get(word) ?? 0) }));
  const [best] = scored.sort((a, b) => b.score - a.score || byText(a.word, b.word));
  return best === undefined || best.score < LEAST ? '' : best.word;
}

function shareOf(apis: readonly LibraryApi[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { name } of apis)
    for (const word of new Set(wordsOf(name))) shares.set(word, (shares.get(word) ?? 0) + 1 / apis.length);
  return shares;
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split('_')
    .filter((word) => word.length >= SHORTEST && !/^\d+$/.test(word));
