import type { JsonValue } from '../canonical.js';
import type { Split } from '../split.js';
import type { HardMark } from './hard-kinds.js';

/** MTU-Bench's settings by style: single/multiple turns - single/multiple tools. */
export const SETTINGS = ['S-S', 'S-M', 'M-S', 'M-M'] as const;
export type Setting = (typeof SETTINGS)[number];

/**
 * The five settings as the paper counts them (MTU-Bench, table 7): the four styles of the in-domain data, and OOD,
 * the dialogues of held-out topics, whose items are M-S or M-M in style.
 */
export const CELLS = [...SETTINGS, 'OOD'] as const;
export type Cell = (typeof CELLS)[number];

/** S-S and M-S: at most one call a turn; no call is written `{"": {}}` there (formats/mtu-bench.md 1.1). */
export const isSingleTool = (setting: Setting): boolean => setting === 'S-S' || setting === 'M-S';

/** M-S and M-M: dialogues, a record a user turn; S-S and S-M are single turns. */
export const isMultiTurn = (setting: Setting): boolean => setting === 'M-S' || setting === 'M-M';

/** The split that a cell's evaluation file is written from. */
export const splitOf = (cell: Cell): Split => (cell === 'OOD' ? 'ood' : 'test');

/** `document`: the document lists the values; `words`: the argument is in the user's words instead. */
export const REMEDIES = ['document', 'words'] as const;
export type Remedy = (typeof REMEDIES)[number];

/** Where the value of an argument came from. Turns are user turns from 0. */
export type ValueOrigin =
  | {
      readonly kind: 'stated';
      readonly turn: number;
      readonly slot: string;
      /** The corpus's own value, where the argument is in the user's words instead. */
      readonly canonical?: JsonValue;
      /** How a model can know a value that is not in the words of the conversation; since gold version 2. */
      readonly remedy?: Remedy;
      /** The characters of the user's words that a reviewer took as the value: from, to. */
      readonly span?: readonly [number, number];
    }
  | {
      readonly kind: 'inherited';
      readonly turn: number;
      readonly tool: string;
      readonly resultSlot: string;
      /** Whether the user or the system had said the value before the call; else it stands in the result alone. */
      readonly said: boolean;
    }
  | { readonly kind: 'offered'; readonly turn: number; readonly slot: string }
  | { readonly kind: 'default' }
  | { readonly kind: 'unknown' };

/** A gold call: tool id and arguments, with the origin of each argument. */
export interface ToolCall {
  readonly tool: string;
  /** The tool as the corpus has it, where clustering made it part of another. */
  readonly member?: string;
  readonly arguments: Readonly<Record<string, JsonValue>>;
  readonly origins: Readonly<Record<string, ValueOrigin>>;
}

/** Who made a part of an item: the corpus, a rule of ours, a model, or a person in review. */
export type PartOrigin = 'corpus' | 'rule' | 'model' | 'person';

/** A user turn with the gold that answers it. */
export interface ItemTurn {
  readonly index: number;
  readonly user: string;
  /** Why a tool is called or not, made from the dialogue acts. */
  readonly thought: { readonly text: string; readonly origin: PartOrigin };
  /** Gold calls in order; empty when the turn needs none. */
  readonly calls: readonly ToolCall[];
  /** One result as an object, several as a list, none found as `{}`; null when nothing was called. */
  readonly observation: JsonValue;
  readonly response: string;
}

/** `suspect`: a careful reader could dispute the gold of the turn, so it is not evaluated unless asked for. */
export type CheckOutcome = 'flagged' | 'suspect' | 'dropped';

/** What a check found, in words a person can act on. */
export interface CheckFinding {
  readonly check: string;
  readonly outcome: CheckOutcome;
  readonly turn: number;
  readonly tool?: string;
  readonly detail: string;
}

export interface Provenance {
  readonly source: string;
  readonly split: string;
  readonly recordId: string;
  /** File inside the source folder, and the line on which the record begins. */
  readonly file: string;
  readonly line: number;
  readonly licence: string;
  /** For an item joined from requests of several dialogues: all of them in order, this one first. */
  readonly joined?: readonly { readonly source: string; readonly recordId: string }[];
}

/** An item of a benchmark: the full structure, of which the evaluation files show a part. */
export interface Item {
  readonly itemId: string;
  readonly itemVersion: string;
  readonly family: string;
  readonly setting: Setting;
  readonly provenance: Provenance;
  /** The day that relative dates are resolved against, YYYY-MM-DD. */
  readonly referenceDay: string;
  /** Ids of the tools called, sorted. */
  readonly tools: readonly string[];
  readonly turns: readonly ItemTurn[];
  /** Origin of each kind of part. */
  readonly origins: Readonly<Record<'user' | 'calls' | 'observation' | 'response' | 'thought', PartOrigin>>;
  readonly findings: readonly CheckFinding[];
  /** Words of it are a rehearsal's stand-ins: nothing for a dataset. */
  readonly rehearsal?: true;
  /** Made for the hard set; without it an item is normal. */
  readonly hard?: HardMark;
}

/** The outcome of a record or an item. `set aside` = quarantined (could not be processed); `dropped` = a rule rejects it. */
export type Outcome = 'converted' | 'set aside' | 'dropped';
