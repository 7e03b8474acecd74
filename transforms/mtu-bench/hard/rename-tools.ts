import { seededRandom } from '../../../core/random.js';
import { hardItemId, ownDocuments, usualOffer, type Hardening } from './draft.js';
import { nonsenseToolNames, withNames } from './nonsense.js';

const KIND = 'nonsensical-tool-names';

/**
 * Tool names without a meaning (MTU-Bench, table 8: "such as abc"): all tools offered get one, not the item's own
 * alone, and documents, gold, references to results and thoughts say it alike. Tools have to be told apart by what
 * their descriptions say, so a distractor that says nothing of its own is not offered.
 */
export const withNonsensicalTools: Hardening = (item, context) => {
  const own = ownDocuments(item, context);
  const said = new Set(own.map(({ description }) => description));
  // Thoughts have a tool's own name: two of one name could not be told apart in them.
  const named = new Set(own.map(({ name }) => name));
  if (said.size < own.length || said.has('') || named.size < own.length) return undefined;
  said.add('');
  const kept = usualOffer(KIND, item, context).filter(({ document: { id, description } }) => {
    const tells = item.tools.includes(id) || !said.has(description);
    said.add(description);
    return tells;
  });
  const random = seededRandom(context.seed, 'nonsensical tool names', hardItemId(KIND, [item]));
  const names = nonsenseToolNames(kept.length, random);
  const offered = kept.map(({ document }, at) => {
    const name = names[at] ?? '';
    return { name, document: { ...document, name } };
  });
  const words = new Map(
    own.map(({ id, name }) => [name, offered.find(({ document }) => document.id === id)?.name ?? name]),
  );
  return {
    turns: item.turns.map((turn) => ({
      ...turn,
      thought: { ...turn.thought, text: withNames(turn.thought.text, words) },
    })),
    offered,
  };
};
