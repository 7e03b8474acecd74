import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';

/** Values of `items list --outcome`, common to all families. */
export const LISTED_OUTCOMES = ['accepted', 'dropped', 'reserve', 'waiting'] as const;

/** Filter of `items list`. */
export interface ItemFilter {
  /** One of the settings in the family's `itemFilters`. */
  readonly setting?: string | undefined;
  /** One of the splits in the family's `itemFilters`. */
  readonly split?: string | undefined;
  readonly outcome?: (typeof LISTED_OUTCOMES)[number] | undefined;
  readonly limit: number;
}

/** Some items of a run, one per line. */
export interface ListedItems {
  /** For `--json`. */
  readonly items: readonly object[];
  /** Header of the table. */
  readonly head: string;
  /** One line per item. */
  readonly lines: readonly string[];
}

/** An item with all of its data. */
export interface ShownItem {
  /** For `--json`. */
  readonly object: object;
  readonly lines: readonly string[];
}

/** The items of a run, in any state. */
export interface FamilyItems<F extends string = string> {
  /** Examples of names of an item besides its id: its name in a file, and its record id. */
  readonly called: { readonly inFile: string; readonly record: string };
  list(store: Store, run: Run<F>, filter: ItemFilter): Promise<ListedItems>;
  /** The items that a name denotes: an id or a prefix of it, a name in a data file, or a record id. */
  show(store: Store, run: Run<F>, name: string, most: number): Promise<readonly ShownItem[]>;
}
