import { seededRandom } from '../../../core/random.js';
import { hardItemId, ownDocuments, usualOffer, type Hardening } from './draft.js';
import { nonsenseToolNames, withNames } from './nonsense.js';

const KIND = 'nonsensical-tool-names';

/**
 * Meaningless tool names (MTU-Bench, table 8: "such as abc") for all offered tools, consistently in documents, gold,
 * result references and thoughts. Tools must be distinguishable by description, so distractors without a distinct one
 * are not offered.
 */
export const withNonsensicalTools: Hardening = (item, context) => {
  const own = ownDocuments(item, context);
  const said = new Set(own.map(({ description }) => description));
  // Thoughts use the tool's own name, which must therefore be unique.
  const named = new Set(own.map(({ name }) => name));
  if (said.size < own.length || said.has('') || named.size < own.length) return undefined;
  said.add('');
  const kept = usualOffer(KIND, item, context).filter(({ document: { id, description } }) => {
    const isDistinct = item.tools.includes(id) || !said.has(description);
    said.add(description);
    return isDistinct;
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
