import type { Dialogue } from '../../../core/dialogue.js';
import type { ItemTurn, ToolCall } from '../../../core/mtu-bench/item.js';
import type { ToolNaming } from '../clustering/cluster-catalogue.js';
import type { Catalogue } from '../tools/catalogue.js';

/** What a thought needs to know of the tools: by the corpus's own names, and by those that clustering gave. */
export interface ThoughtTools {
  readonly catalogue: Catalogue;
  /** Tool id of a service's intent, undefined where the schema has none. */
  readonly idOf: (service: string, intent: string) => string | undefined;
  /** Names since clustering: thoughts speak of tools and slots as the documents beside them do. */
  readonly clustered?: { readonly catalogue: Catalogue; readonly naming: ToolNaming };
}

/** A turn of a dialogue that is to have a thought. */
export interface TurnToThink {
  readonly source: string;
  readonly dialogue: Pick<Dialogue, 'recordId' | 'turns'>;
  /** Which of its turns. */
  readonly index: number;
  /** Its calls, in the corpus's own names. */
  readonly calls: readonly ToolCall[];
  /** The turns before it, in the corpus's own names. */
  readonly earlier: readonly Pick<ItemTurn, 'calls' | 'observation'>[];
  readonly tools: ThoughtTools;
}
