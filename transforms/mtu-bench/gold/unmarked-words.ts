import { textsIn } from '../../../core/canonical.js';
import type { CheckFinding, ItemTurn } from '../../../core/mtu-bench/item.js';
import { ownPart } from '../../../core/own-part.js';
import { comparableWords } from '../splitting/shingles.js';
import type { Catalogue } from '../tools/catalogue.js';

/** Name of the check. */
export const UNMARKED_WORD = 'word that like requests give as an argument';

/**
 * Words of a request that its tool's document lists for a parameter and that the gold leaves out: the corpus marks them
 * in other requests, so a model that follows the document would be marked wrong.
 */
export function unmarkedWords(
  turns: readonly ItemTurn[],
  { tools }: Pick<Catalogue, 'tools'>,
): CheckFinding[] {
  return turns.flatMap(({ index, user, calls }) =>
    calls.flatMap(({ tool, arguments: given }) => {
      const left = withoutWords(user, Object.values(given).flatMap(textsIn));
      const document = ownPart(tools, tool);
      return Object.entries(document?.parameters ?? {}).flatMap(([parameter, { typical = [] }]) => {
        if (Object.hasOwn(given, parameter)) return [];
        const word = typical.find((one) => left.includes(spaced(one)));
        if (word === undefined) return [];
        const detail = `"${word}" is no argument, though ${parameter} is usually such a word`;
        return [{ check: UNMARKED_WORD, outcome: 'suspect' as const, turn: index, tool, detail }];
      });
    }),
  );
}

const spaced = (text: string): string => ` ${comparableWords(text).join(' ')} `;

/** The words of a text between blanks, those of the values taken out, longest first. */
function withoutWords(text: string, values: readonly string[]): string {
  let left = spaced(text);
  for (const value of [...values].sort((a, b) => b.length - a.length)) {
    const words = spaced(value);
    if (words.trim() !== '') left = left.replace(words, ' | ');
  }
  return left;
}
