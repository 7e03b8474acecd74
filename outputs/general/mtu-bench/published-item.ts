import type { Item } from '../../../core/mtu-bench/item.js';
import type { Split } from '../../../core/split.js';
import type { OfferedTool } from '../../../transforms/mtu-bench/offering/offered-tools.js';

/** A record of an evaluation or training file. */
export interface DatasetRecord {
  readonly id: string;
  readonly question: string;
  readonly answer: unknown;
  /** Training files only. */
  readonly response?: string | undefined;
}

/** An item of an export with its file's context. */
export interface PublishedItem {
  readonly item: Item;
  /** null: in no file, for the reason in `notEvaluated`. */
  readonly split: Split | null;
  readonly evaluation: string | null;
  readonly notEvaluated: string | undefined;
  /** Its offered tools with the documents shown; empty if it is in no file. */
  readonly offered: readonly OfferedTool[];
  /** Its lines in the evaluation or training file, one per user turn; empty unless the format needs them. */
  readonly records: readonly DatasetRecord[];
}
