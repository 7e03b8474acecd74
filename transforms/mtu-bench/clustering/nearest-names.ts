import { byText } from '../../../core/ids.js';

/** The most similar names, best first; ties by text. */
export function nearestNames(wanted: string, names: readonly string[], count = 3): string[] {
  const pairs = letterPairs(wanted);
  return names
    .map((name) => ({ name, likeness: likeness(pairs, letterPairs(name)) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || byText(a.name, b.name))
    .slice(0, count)
    .map(({ name }) => name);
}

/** Dice coefficient of letter bigrams: 1 for equal sets, 0 for disjoint ones. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return common === 0 ? 0 : (2 * common) / (a.size + b.size);
}

function letterPairs(text: string): Set<string> {
  const letters = text.toLowerCase();
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)),
  );
}
