import { byText } from '../../core/ids.js';
import type { LibraryApi } from '../../core/tool-library.js';

/** Shorter words say nothing of a group. */
const SHORTEST = 3;
/** By how much more of a group has a word than of the others. */
const LEAST = 0.1;

/** The word of API names that most of a group have and fewest of the others; empty where they have none. */
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
