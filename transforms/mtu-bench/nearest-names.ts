import { byText } from '../../core/ids.js';

/** The names most similar to a text, best first, ties by text; names without any similarity are left out. */
export function nearestNames(wanted: string, names: readonly string[], count = 3): string[] {
  const pairs = letterPairs(wanted);
  return names
    .map((name) => ({ name, likeness: likeness(pairs, letterPairs(name)) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || byText(a.name, b.name))
    .slice(0, count)
    .map(({ name }) => name);
}

/** Dice's coefficient of letter pairs: 1 for equal pairs, 0 for none in common. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return (2 * common) / (a.size + b.size);
}

/** Letter pairs of a text in lower case; its first and last letter also form pairs with the surrounding space. */
function letterPairs(text: string): Set<string> {
  const padded = ` ${text.toLowerCase()} `;
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)));
}
