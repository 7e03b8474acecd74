import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';

/** What `items list --outcome` takes, whatever a family calls its outcomes. */
export const LISTED_OUTCOMES = ['accepted', 'dropped', 'reserve', 'waiting'] as const;

/** What `items list` is asked for. */
export interface ItemFilter {
  /** Among the settings of the family's `itemFilters`. */
  readonly setting?: string | undefined;
  /** Among the splits of the family's `itemFilters`. */
  readonly split?: string | undefined;
  readonly outcome?: (typeof LISTED_OUTCOMES)[number] | undefined;
  readonly limit: number;
}

/** Some items of a run, one a line. */
export interface ListedItems {
  /** For `--json`. */
  readonly items: readonly object[];
  /** Header of the table. */
  readonly head: string;
  /** A line an item. */
  readonly lines: readonly string[];
}

/** An item with everything known of it. */
export interface ShownItem {
  /** For `--json`. */
  readonly object: object;
  readonly lines: readonly string[];
}

/** The items of a run, in whatever state it is. */
export interface FamilyItems<F extends string = string> {
  /** Examples of what an item is called besides its id: by its name in a file, and by its record. */
  readonly called: { readonly inFile: string; readonly record: string };
  list(store: Store, run: Run<F>, filter: ItemFilter): Promise<ListedItems>;
  /** The items that a name denotes: an id or its beginning, a name in a data file, a record id. */
  show(store: Store, run: Run<F>, name: string, most: number): Promise<readonly ShownItem[]>;
}
