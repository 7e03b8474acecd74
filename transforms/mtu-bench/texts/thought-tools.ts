import type { Dialogue } from '../../../core/dialogue.js';
import type { ItemTurn, ToolCall } from '../../../core/mtu-bench/item.js';
import type { ToolNaming } from '../clustering/cluster-catalogue.js';
import type { Catalogue } from '../tools/catalogue.js';

/** What a thought needs to know about tools: in the corpus's own names, and in the names after clustering. */
export interface ThoughtTools {
  readonly catalogue: Catalogue;
  /** Tool id of a service's intent; undefined if the schema has none. */
  readonly idOf: (service: string, intent: string) => string | undefined;
  /** Names after clustering: thoughts use the names of the documents beside them. */
  readonly clustered?: { readonly catalogue: Catalogue; readonly naming: ToolNaming };
}

/** A turn of a dialogue that needs a thought. */
export interface TurnToThink {
  readonly source: string;
  readonly dialogue: Pick<Dialogue, 'recordId' | 'turns'>;
  /** Index of the turn. */
  readonly index: number;
  /** Its calls, in the corpus's own names. */
  readonly calls: readonly ToolCall[];
  /** The turns before it, in the corpus's own names. */
  readonly earlier: readonly Pick<ItemTurn, 'calls' | 'observation'>[];
  readonly tools: ThoughtTools;
}
