import type { HardKind } from '../../../core/mtu-bench/hard-kinds.js';
import type { HardSettings } from '../../../core/mtu-bench/hard.js';
import { byText, itemId } from '../../../core/ids.js';
import type { Item, ItemTurn } from '../../../core/mtu-bench/item.js';
import type { TextsVersion } from '../../../core/mtu-bench/rule-texts.js';
import type { ToolDocument } from '../../../core/tool.js';
import type { Closeness } from '../clustering/closeness.js';
import type { OfferedTool, ToolOffer } from '../offering/offered-tools.js';
import { FAMILY } from '../settings/built-item.js';
import { calledDocuments } from '../tools/called-documents.js';
import type { Catalogue } from '../tools/catalogue.js';

/** What hard items are made with. */
export interface HardContext {
  readonly settings: HardSettings;
  readonly seed: number;
  /** Version of what rules write into them. */
  readonly texts?: TextsVersion | undefined;
  /** Tools since clustering. */
  readonly catalogue: Catalogue;
  readonly closeness: Closeness;
  /** What normal items are offered, and what those with confusable tools are. */
  readonly offer: ToolOffer;
  readonly confusing: ToolOffer;
  /** Items that may still be joined with one, in order. */
  readonly partners: () => Iterable<Item>;
}

/** A hard item before it has its name, version and mark. */
export interface HardDraft {
  readonly turns: readonly ItemTurn[];
  /** In order, with what is shown of each. */
  readonly offered: readonly OfferedTool[];
  /** Parts that a rule changed. */
  readonly byRule?: readonly (keyof Item['origins'])[];
  /** The items that it is made from, where these are several. */
  readonly from?: readonly Item[];
}

/** Makes a normal item hard; undefined where that cannot be done to it. */
export type Hardening = (item: Item, context: HardContext) => HardDraft | undefined;

/** The stable name of a hard item: that of what it is made from, and the kind that it was made for. */
export const hardItemId = (kind: HardKind, from: readonly Item[]): string =>
  itemId({
    family: FAMILY,
    source: from[0]?.provenance.source ?? '',
    recordId: from.map((item) => item.itemId).join(' '),
    stageKey: `hard:${kind}`,
  });

/** What an item shows of the tools that it calls, by tool id. */
export const ownDocuments = ({ turns }: Pick<Item, 'turns'>, { catalogue }: HardContext): ToolDocument[] =>
  calledDocuments(turns, catalogue);

/** Parameters of a document, required ones first. */
export const documentParameters = ({ required, optional }: ToolDocument): string[] => [
  ...required,
  ...Object.keys(optional),
];

/** An item's own tools and the usual distractors. */
export function usualOffer(kind: HardKind, item: Item, context: HardContext): OfferedTool[] {
  return context.offer.forItem(hardItemId(kind, [item]), ownDocuments(item, context));
}

/** A turn with words added to what its user says. */
export const sayingMore = (turn: ItemTurn, sentence: string): ItemTurn => ({
  ...turn,
  user: `${turn.user.trim().replace(/(?<![.!?])$/, '.')} ${sentence}`,
});

/** Documents by tool id, as they are shown. */
export const shownById = (offered: readonly OfferedTool[]): ReadonlyMap<string, ToolDocument> =>
  new Map(offered.map(({ document }) => [document.id, document] as const).sort(([a], [b]) => byText(a, b)));
