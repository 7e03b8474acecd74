import { byText } from '../../core/ids.js';

/** The names most like what was written, best first, equally like ones by text; none that has nothing in common. */
export function nearestNames(wanted: string, names: readonly string[], count = 3): string[] {
  const pairs = letterPairs(wanted);
  return names
    .map((name) => ({ name, likeness: likeness(pairs, letterPairs(name)) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || byText(a.name, b.name))
    .slice(0, count)
    .map(({ name }) => name);
}

/** Dice's coefficient of letter pairs: 1 for the same pairs, 0 for none in common. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return (2 * common) / (a.size + b.size);
}

/** Of a text without regard to case; its first and last letter are pairs with what is around it. */
function letterPairs(text: string): Set<string> {
  const padded = ` ${text.toLowerCase()} `;
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)));
}
