import { isMultiTurn } from '../../../core/mtu-bench/item.js';
import { hardItemId, ownDocuments, type Hardening } from './draft.js';

const KIND = 'no-suitable-tool';

/** Reply and thought if no tool is suitable. */
const REPLY = 'I am sorry, but I have no tool that can do this for you.';
const THOUGHT = 'None of the tools offered can do what the user asks for, so no tool is called.';

/**
 * No suitable tool (MTU-Bench, table 8: inability to call tools): removes the item's own tools, other tools of their
 * services and all substitutes; the gold is no call. The dialogue ends with the first turn that would have called. Not
 * for S-M, which always has calls.
 */
export const withoutSuitableTool: Hardening = (item, context) => {
  const first = item.turns.findIndex(({ calls }) => calls.length > 0);
  const turn = item.turns[first];
  if (!turn || item.setting === 'S-M' || (isMultiTurn(item.setting) && first === 0)) return undefined;
  const own = ownDocuments(item, context);
  const services = new Set(own.map(({ service }) => service));
  const offered = context.offer
    .forItem(hardItemId(KIND, [item]), [], own)
    .filter(({ document }) => !services.has(document.service));
  if (offered.length === 0) return undefined;
  return {
    turns: [
      ...item.turns.slice(0, first),
      { ...turn, thought: { text: THOUGHT, origin: 'rule' }, calls: [], observation: null, response: REPLY },
    ],
    offered,
    byRule: ['calls', 'observation', 'response', 'thought'],
  };
};
