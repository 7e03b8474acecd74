import type { JsonValue } from '../canonical.js';
import type { EditProblem, KindShown, ReferenceTable, ToolList, ToolShown } from './api.js';

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
  /** An empty place that somebody fills: what people decided in other runs was on what stood there, not on this. */
  readonly empty?: true;
}

/** Result of checking an edit against the schema and checks of its kind. */
export type CheckedEdit =
  | {
      readonly ok: true;
      readonly version: string;
      /** The content as stored, with findings and digests recomputed. */
      readonly content: JsonValue;
      readonly findings: readonly EditProblem[];
    }
  | { readonly ok: false; readonly problems: readonly EditProblem[] };

/** What is checked and looked up for the contents of one queue, with the tool documents of its run. */
export interface ContentChecks {
  /** Checks an edit against the item shown, and reruns checks and simulators. Pure. */
  checkEdit(shown: JsonValue, edited: JsonValue): CheckedEdit;
  /** What other items of the queue, as they stand now, say of an edit that passes its checks. Absent: nothing. */
  checkAmong?(itemId: string, edited: JsonValue): Promise<readonly EditProblem[]>;
  /** Documents of the tools that the content calls or offers. */
  documents(content: JsonValue): readonly ToolShown[];
  /** What a reviewer looks up beside the content, such as rows that its calls read. Absent: nothing. */
  references?(content: JsonValue): readonly ReferenceTable[];
  /** Tools that a call of this content may use, most similar first. */
  tools(content: JsonValue): ToolList;
  /** The document of one of these tools; undefined for an unknown id. */
  tool(content: JsonValue, id: string): ToolShown | undefined;
}

/** A queue's kind, for one queue. */
export interface QueueKind extends ContentChecks {
  /** As stores and exports name it. */
  readonly name: string;
  readonly shown: KindShown;
}

/** A part of a content that can be compared by itself. */
export interface ContentField {
  readonly field: string;
  /** Of a dialogue the turn, of a path the step's id; absent for what there is one of. */
  readonly turn?: number;
  readonly value: JsonValue;
}

/** How contents of a kind fall into fields; those of one name follow each other. */
export type ContentFields = (content: JsonValue) => readonly ContentField[];
