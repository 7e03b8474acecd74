import type { JsonValue } from '../canonical.js';
import type { EditProblem, KindShown, ReferenceTable, ToolList, ToolShown } from './api.js';
import type { Observation, ObservedBy } from '../observation.js';
import type { ReviewedCall } from './call-check.js';

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
      /** Places of calls that were made again for it; of one that is only looked at: that will be when it is saved. */
      readonly callsAgain?: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly EditProblem[] };

/** A call of an edit that was made again, as the edit has changed it or what it meets. */
export type MadeCall =
  | {
      /** Where it is in the edited content. */
      readonly path: string;
      readonly response: JsonValue;
      readonly by: ObservedBy;
      /** The response's kind, where whoever answered knows. */
      readonly kind?: Observation['kind'];
    }
  | { readonly path: string; /** Why it could not be made. */ readonly failed: string };

/** What is checked and looked up for the contents of one queue, with the tool documents of its run. */
export interface ContentChecks {
  /**
   * Checks an edit against the item shown, and reruns checks and simulators. Pure.
   * @param made the calls that were made again for it; absent: none are, as it is only looked at
   */
  checkEdit(shown: JsonValue, edited: JsonValue, made?: readonly MadeCall[]): CheckedEdit;
  /** Makes calls again that an edit changes, before it is saved. Absent: its contents have no such calls. */
  callAgain?(shown: JsonValue, edited: JsonValue): Promise<readonly MadeCall[]>;
  /**
   * Its calls, which the documents of their tools are checked against; reads any content, also one of no valid shape.
   * Absent: it has none.
   */
  calls?(content: JsonValue): readonly ReviewedCall[];
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
