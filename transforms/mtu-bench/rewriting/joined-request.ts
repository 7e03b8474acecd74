import type { JsonValue } from '../../../core/canonical.js';
import type { Item, ItemTurn } from '../../../core/mtu-bench/item.js';
import { offeredNames } from '../offering/offered-tools.js';
import { goldCalls } from '../settings/answer.js';
import { calledDocuments } from '../tools/called-documents.js';
import type { Catalogue } from '../tools/catalogue.js';
import { namedValues, valuesIn } from './named-values.js';

/** What is asked for a joined user turn: the input of the prompt `mtu-bench/rewrite-request`. */
export interface RequestInput {
  calls: { readonly tool: string; readonly arguments: string }[];
  request: string;
  keep: string[];
}

/** Whether the user turn of an item was joined from several by a rule (formats/sources.md 1.4). */
export const isJoined = ({ setting, origins }: Pick<Item, 'setting' | 'origins'>): boolean =>
  setting === 'S-M' && origins.user === 'rule';

/**
 * What is asked of a model to make one request of a joined user turn. Calls are shown as the answer has them, so that what
 * only a result tells is no part of the question. @param catalogue tools as the item's calls name them
 */
export function requestInput(turn: ItemTurn, catalogue: Catalogue): RequestInput {
  const gold = goldCalls('S-M', turn, offeredNames(calledDocuments([turn], catalogue)));
  return {
    calls: Object.entries(gold).map(([tool, given]) => ({ tool, arguments: JSON.stringify(given) })),
    request: turn.user,
    keep: keptOf(turn),
  };
}

/** Stated values that the turn says as they are, then other names in it, each once. */
function keptOf({ user, calls }: ItemTurn): string[] {
  const stated = calls.flatMap(({ arguments: given, origins }) =>
    Object.entries(given).flatMap(([parameter, value]: [string, JsonValue]) =>
      origins[parameter]?.kind === 'inherited' ? [] : valuesIn(value),
    ),
  );
  const values = namedValues(new Set(stated), user);
  const names = (user.match(NAME) ?? []).filter((name) => !values.some((value) => value.includes(name)));
  return [...new Set([...values, ...names])];
}

/** A word with a capital that begins no sentence: "SF", where the call says "San Francisco". */
const NAME = /(?<=[^\s.!?]["')]?\s)\p{Lu}[\p{L}\p{N}]+/gu;
