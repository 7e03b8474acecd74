import type { JsonValue } from '../canonical.js';
import type { EditProblem, ToolList, ToolShown } from './api.js';

/** An item as it goes into a queue: what is judged, and what it is found by. */
export interface QueuedItem {
  readonly itemId: string;
  readonly version: string;
  readonly content: JsonValue;
  readonly split: string;
  readonly setting: string;
  /** Ids of tools called. */
  readonly tools: readonly string[];
  readonly flags: readonly string[];
  /** One line for lists. */
  readonly title: string;
  /** All words that full-text search looks at. */
  readonly text: string;
  /** The higher, the more a reviewer is needed (`uncertain first`). */
  readonly uncertainty: number;
  /** Ledger keys of the calls it came from. */
  readonly calls: readonly string[];
}

/** What an edit comes to when the family's schema and checks have seen it. */
export type CheckedEdit =
  | {
      readonly ok: true;
      readonly version: string;
      /** The content as it will be kept: findings and digests taken anew. */
      readonly content: JsonValue;
      readonly findings: readonly EditProblem[];
    }
  | { readonly ok: false; readonly problems: readonly EditProblem[] };

/** What a family of benchmarks brings to review. The context is the run's: its tool documents above all. */
export interface ReviewFamily {
  readonly family: string;
  /** Checks an edited content against the item that was shown; runs the family's checks (and simulators) again. Pure. */
  checkEdit(shown: JsonValue, edited: JsonValue): CheckedEdit;
  /** Documents of the tools that a content calls or offers, for the eye. */
  documents(content: JsonValue): readonly ToolShown[];
  /** Tools that a call of this content may name, those nearest to its own first. */
  tools(content: JsonValue): ToolList;
  /** The document of one of these; undefined where there is none of this id. */
  tool(content: JsonValue, id: string): ToolShown | undefined;
}
