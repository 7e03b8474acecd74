import type { JsonValue } from '../../../core/canonical.js';

/** Who said something: a result is what a tool returned. */
export type Speaker = 'user' | 'assistant' | 'result';

/** A text of an item, at its place in the order in which things happen. */
export interface SaidPart {
  readonly kind: 'said';
  readonly who: Speaker;
  /** Where it is in the content. */
  readonly path: string;
  /** As people call the place: `turn 2`, `step 1`. */
  readonly label: string;
  readonly text: string;
  /** Of a result: what it holds. */
  readonly value?: JsonValue;
}

/** A part of the thread that the item names as an origin. */
export interface ToldOrigin extends Pick<SaidPart, 'who' | 'path'> {
  /** The characters that have the value, where somebody took them. */
  readonly span?: readonly [number, number];
}

/** A call of an item. */
export interface CallPart {
  readonly kind: 'call';
  /** Where its arguments are in the content. */
  readonly path: string;
  readonly label: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, JsonValue>>;
  /** Where the item itself says that an argument's value is from; `elsewhere`: in no words of it. */
  readonly from?: (name: string) => ToldOrigin | 'elsewhere' | undefined;
}

/** What is said and called in an item, in order: what a call can know stands before it. */
export type Thread = readonly (SaidPart | CallPart)[];

export const callsIn = (thread: Thread): CallPart[] => thread.filter((part) => part.kind === 'call');

/** The call whose arguments are at a path. */
export const callAt = (thread: Thread, path: string): CallPart | undefined =>
  callsIn(thread).find((call) => call.path === path);

/** What was said before a call. */
export const saidBefore = (thread: Thread, call: CallPart): SaidPart[] =>
  thread.slice(0, thread.indexOf(call)).filter((part) => part.kind === 'said');

/** A result as one reads it, and as its words are marked. */
export const resultText = (value: JsonValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 1);
