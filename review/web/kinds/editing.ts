import type { JsonValue } from '../../../core/canonical.js';
import type { ToolList, ToolShown } from '../../../core/review/api.js';

/** What an edit can choose from, and the documents of what it calls. */
export interface Tools {
  readonly list: ToolList['tools'];
  /** How many there are beyond the list. */
  readonly more: number;
  readonly documents: readonly ToolShown[];
}

/** Checks an edit on the server. @returns the content as it would be stored; undefined: it has problems */
export type CheckContent = (content: JsonValue) => Promise<JsonValue | undefined>;

/** An edit that is under way while the item is read: one part of it is open as a form. */
export interface Editing {
  /** The part that is open. */
  readonly open: string;
  readonly content: JsonValue;
  readonly tools: Tools;
  readonly onContent: (content: JsonValue) => void;
  readonly check: CheckContent;
}

/** A value that somebody gives an argument. */
export interface GivenArgument {
  readonly name: string;
  readonly value: JsonValue;
  /** Where in the words of the item it stands, letter by letter. */
  readonly words?: { readonly path: string; readonly start: number; readonly end: number };
}
