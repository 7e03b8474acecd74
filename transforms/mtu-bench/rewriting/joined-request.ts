import type { JsonValue } from '../../../core/canonical.js';
import type { Item, ItemTurn } from '../../../core/mtu-bench/item.js';
import { offeredNames } from '../offering/offered-tools.js';
import { goldCalls } from '../settings/answer.js';
import { calledDocuments } from '../tools/called-documents.js';
import type { Catalogue } from '../tools/catalogue.js';
import { namedValues, valuesIn } from './named-values.js';
import { ownPart } from '../../../core/own-part.js';
import { writeJson } from '../../../core/json.js';

/** Input of the prompt `mtu-bench/rewrite-request`. */
export interface RequestInput {
  calls: { readonly tool: string; readonly arguments: string }[];
  request: string;
  keep: string[];
}

/** Whether a rule joined an item's user turn from several (formats/sources.md 1.4). */
export const isJoined = ({ setting, origins }: Pick<Item, 'setting' | 'origins'>): boolean =>
  setting === 'S-M' && origins.user === 'rule';

/**
 * The prompt input for rephrasing a joined user turn. Calls are shown as in the answer, so that values of results are
 * not part of the request.
 * @param catalogue tools by the names in the item's calls
 */
export function requestInput(turn: ItemTurn, catalogue: Catalogue): RequestInput {
  const gold = goldCalls('S-M', turn, offeredNames(calledDocuments([turn], catalogue)));
  return {
    calls: Object.entries(gold).map(([tool, given]) => ({ tool, arguments: writeJson(given) })),
    request: turn.user,
    keep: keptOf(turn),
  };
}

/** Literally stated values, then other names in the turn, without duplicates. */
function keptOf({ user, calls }: ItemTurn): string[] {
  const stated = calls.flatMap(({ arguments: given, origins }) =>
    Object.entries(given).flatMap(([parameter, value]: [string, JsonValue]) =>
      ownPart(origins, parameter)?.kind === 'inherited' ? [] : valuesIn(value),
    ),
  );
  const values = namedValues(new Set(stated), user);
  const names = (user.match(NAME) ?? []).filter((name) => !values.some((value) => value.includes(name)));
  return [...new Set([...values, ...names])];
}

/** A capitalized word inside a sentence: "SF", if the call has "San Francisco". */
const NAME = /(?<=[^\s.!?]["')]?\s)\p{Lu}[\p{L}\p{N}]+/gu;
