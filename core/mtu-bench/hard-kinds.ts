/**
 * Kinds of hard items (MTU-Bench, appendix D and table 8; §1 names confusable tools and parameter updating).
 * Nonsensical parameter names are our own addition.
 */
export const HARD_KINDS = [
  /** A gold call has more arguments than a limit. */
  'many-parameters',
  /** Tools are offered as "aaa", "eee" …; only their descriptions explain them. */
  'nonsensical-tool-names',
  /** A value has to be chosen from a given set, and is not stated by the user. */
  'fixed-values',
  /** None of the offered tools fits the user's request; gold is no call. */
  'no-suitable-tool',
  /** A turn calls more tools than a limit. */
  'many-tools',
  /** An argument has to be taken from an earlier turn's result or offer. */
  'inherited-parameters',
  /** The most similar tools by embedding are offered too. */
  'confusable-tools',
  /** The user gives a value and changes it. */
  'updated-values',
  /** Parameters have meaningless names; the document describes each. */
  'nonsensical-parameter-names',
] as const;
export type HardKind = (typeof HARD_KINDS)[number];

/** The two test sets of MTU-Bench (§2.2.1). */
export const DIFFICULTIES = ['normal', 'hard'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The kinds of a hard item and its sources. */
export interface HardMark {
  /** All of its kinds, in the order of `HARD_KINDS`. */
  readonly kinds: readonly HardKind[];
  /** The normal items that it was made from. */
  readonly from: readonly { readonly itemId: string; readonly itemVersion: string }[];
  /** The offered tools, in order; `document` is the key of the shown document (`data/hard-tools.jsonl`). */
  readonly offered: readonly { readonly name: string; readonly tool: string; readonly document: string }[];
}
