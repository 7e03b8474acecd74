import type { JsonValue } from '../canonical.js';
import type { EditProblem, ToolList, ToolShown } from './api.js';

/** An item as queued: content, and the fields it is searched and ordered by. */
export interface QueuedItem {
  readonly itemId: string;
  readonly version: string;
  readonly content: JsonValue;
  readonly split: string;
  readonly setting: string;
  /** Ids of the called tools. */
  readonly tools: readonly string[];
  readonly flags: readonly string[];
  /** One line for lists. */
  readonly title: string;
  /** Text for full-text search. */
  readonly text: string;
  /** Higher values come first under `uncertain first`. */
  readonly uncertainty: number;
  /** Ledger keys of the calls that produced it. */
  readonly calls: readonly string[];
}

/** Result of checking an edit against the family’s schema and checks. */
export type CheckedEdit =
  | {
      readonly ok: true;
      readonly version: string;
      /** The content as stored, with findings and digests recomputed. */
      readonly content: JsonValue;
      readonly findings: readonly EditProblem[];
    }
  | { readonly ok: false; readonly problems: readonly EditProblem[] };

/** What a benchmark family provides for review, bound to one run and its tool documents. */
export interface ReviewFamily {
  readonly family: string;
  /** Checks an edit against the item shown, and reruns the family’s checks and simulators. Pure. */
  checkEdit(shown: JsonValue, edited: JsonValue): CheckedEdit;
  /** Documents of the tools that the content calls or offers. */
  documents(content: JsonValue): readonly ToolShown[];
  /** Tools that a call of this content may use, most similar first. */
  tools(content: JsonValue): ToolList;
  /** The document of one of these tools; undefined for an unknown id. */
  tool(content: JsonValue, id: string): ToolShown | undefined;
}
