import type { Item, ItemTurn } from '../../../core/mtu-bench/item.js';
import type { RewrittenWords, TurnWords } from '../../../core/mtu-bench/rewriting.js';
import { versionOf } from '../settings/built-item.js';
import type { Catalogue } from '../tools/catalogue.js';

/** On one line: a line break would end the part in the file. */
export const inOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** The model-written texts of an item and its resulting version. */
export function rewrittenWords(
  item: Item,
  turns: readonly TurnWords[],
  catalogue: Catalogue,
): RewrittenWords {
  const itemVersion = versionOf({ ...item, turns: spoken(item.turns, turns) }, catalogue);
  return { itemVersion, turns };
}

/** An item with model-written texts. @param rehearsed whether they are mock answers */
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
