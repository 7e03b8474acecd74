/**
 * Kinds of hard items (MTU-Bench, appendix D and table 8; §1 names confusable tools and parameter updating). Parameters
 * without a meaning are ours.
 */
export const HARD_KINDS = [
  /** A gold call has more than so many arguments. */
  'many-parameters',
  /** Tools are offered as "aaa", "eee" …; only their descriptions say what they do. */
  'nonsensical-tool-names',
  /** A value has to be chosen from a given set, and is not in the user's words. */
  'fixed-values',
  /** None of the tools offered does what the user asks for; gold is no call. */
  'no-suitable-tool',
  /** A turn calls more than so many tools. */
  'many-tools',
  /** An argument has to be taken from an earlier turn's result or from what was offered then. */
  'inherited-parameters',
  /** The nearest tools by embedding are offered beside. */
  'confusable-tools',
  /** The user gives a value and changes it. */
  'updated-values',
  /** Parameters have names without a meaning; the document says what each is. */
  'nonsensical-parameter-names',
] as const;
export type HardKind = (typeof HARD_KINDS)[number];

/** The two test sets of MTU-Bench (§2.2.1). */
export const DIFFICULTIES = ['normal', 'hard'] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** What makes an item hard, and what it is made of. */
export interface HardMark {
  /** All kinds that it is of, in the order of `HARD_KINDS`. */
  readonly kinds: readonly HardKind[];
  /** The normal items that it was made from. */
  readonly from: readonly { readonly itemId: string; readonly itemVersion: string }[];
  /** The tools offered, in order; `document` is the key of what is shown of it (`data/hard-tools.jsonl`). */
  readonly offered: readonly { readonly name: string; readonly tool: string; readonly document: string }[];
}
