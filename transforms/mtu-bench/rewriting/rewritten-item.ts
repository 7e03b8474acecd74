import type { Item, ItemTurn } from '../../../core/mtu-bench/item.js';
import type { RewrittenWords, TurnWords } from '../../../core/mtu-bench/rewriting.js';
import { versionOf } from '../settings/built-item.js';
import type { Catalogue } from '../tools/catalogue.js';

/** One line, as the texts of the files are: a line's end in it would end the part that it stands in. */
export const inOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** The words that a model wrote for an item, with the version that it has with them. */
export function rewrittenWords(
  item: Item,
  turns: readonly TurnWords[],
  catalogue: Catalogue,
): RewrittenWords {
  const itemVersion = versionOf({ ...item, turns: spoken(item.turns, turns) }, catalogue);
  return { itemVersion, turns };
}

/** An item in the words that a model wrote for it. @param rehearsed whether a stand-in did */
export function rewrittenItem(item: Item, { itemVersion, turns }: RewrittenWords, rehearsed: boolean): Item {
  const has = (part: keyof TurnWords): boolean => turns.some((words) => words[part] !== undefined);
  return {
    ...item,
    itemVersion,
    turns: spoken(item.turns, turns),
    origins: {
      ...item.origins,
      ...(has('request') && { user: 'model' }),
      ...(has('thought') && { thought: 'model' }),
      ...(has('reply') && { response: 'model' }),
    },
    ...(rehearsed && { rehearsal: true }),
  };
}

const spoken = (turns: readonly ItemTurn[], words: readonly TurnWords[]): ItemTurn[] =>
  turns.map((turn, at) => {
    const { request, thought, reply } = words[at] ?? {};
    return {
      ...turn,
      ...(request !== undefined && { user: request }),
      ...(thought !== undefined && { thought: { text: thought, origin: 'model' as const } }),
      ...(reply !== undefined && { response: reply }),
    };
  });
