import type { PlanItem } from '../../core/ultratool/item.js';
import type { WrittenNumber } from '../../core/ultratool/written-numbers.js';

/** An unchecked sample: a work item of the stage `check`. */
export interface SampleToCheck {
  readonly itemId: string;
  readonly recordId: string;
  /** Absent if its line could not be read. */
  readonly item?: PlanItem;
  readonly problem?: string;
  /** Numbers of its tools as written in its file. */
  readonly numbers?: readonly WrittenNumber[];
  /** Ledger keys of the calls that produced it, by stage. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}
