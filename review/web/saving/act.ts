import * as z from 'zod';
import type { JsonValue } from '../../../core/canonical.js';
import { jsonSchema } from '../../../core/review/json.js';
import { recordOf } from '../../../core/own-record.js';

/** Something that a person did, on its way to the server. */
export const actSchema = z.object({
  /** Made once; the server records it once, however often it arrives. */
  key: z.string(),
  /** Who did it: it is sent in nobody else's name. */
  by: z.string(),
  queue: z.string(),
  itemId: z.string(),
  what: z.enum(['decide', 'undo', 'skip', 'flag', 'comment', 'resolve', 'reopen']),
  /** The body for the server, key included. */
  body: recordOf(jsonSchema),
  /** As its doer reads it: `approve "Find a place to eat"`. */
  says: z.string(),
  /** Milliseconds since 1970. */
  madeMs: z.number(),
  /** What was typed after it was first sent is in its body, but perhaps not in what the server has recorded. */
  amended: z.literal(true).optional(),
  /** Something of the edit is still half typed: JSON that is none yet, letters where a number stands. */
  unfinished: z.literal(true).optional(),
});
export type Act = z.infer<typeof actSchema>;

/** Sends an act again until it is there. */
export type Sent =
  | { readonly kind: 'recorded'; readonly already: boolean; readonly undone?: UndoneEdit }
  /** Not there, and it may get there: network, overload, an error inside the server. */
  | { readonly kind: 'unsent'; readonly why: string }
  | { readonly kind: 'signed out' }
  /** The server has looked at it and says no. */
  | { readonly kind: 'refused'; readonly refusal: SaidNo };

/** An edit that its author has undone, and the version that it is of. */
export interface UndoneEdit {
  readonly content: JsonValue;
  readonly version: string;
}

/** A refusal as a person reads it. */
export interface SaidNo {
  readonly code: string;
  readonly title: string;
  readonly found?: string;
  readonly next?: string;
  readonly problems?: readonly { path: string; text: string; kind: 'problem' | 'finding' }[];
  /** What confirms that just these findings were read. */
  readonly confirm?: string;
  /** Places of calls that were made again, and the edit with their responses. */
  readonly callsAgain?: readonly string[];
  readonly content?: JsonValue;
}

/** Milliseconds to wait before try `attempt` (from 1): growing, at most half a minute. */
export const pauseMs = (attempt: number): number => Math.min(30_000, 1000 * 2 ** (attempt - 1));
