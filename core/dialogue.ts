import type { JsonValue } from './canonical.js';

/** A dialogue act: what a turn does (`INFORM`), on which slot, with which values. */
export interface DialogueAct {
  readonly service: string;
  readonly act: string;
  /** Empty for acts without a slot, such as `GOODBYE`. */
  readonly slot: string;
  /** As said in the utterance. */
  readonly values: readonly string[];
  /** As calls write them; aligned with `values` or empty. */
  readonly canonicalValues: readonly string[];
}

/** A service call that the corpus records, or that a rule reads out of it, with what it gave. */
export interface RecordedCall {
  readonly service: string;
  readonly method: string;
  readonly parameters: Readonly<Record<string, JsonValue>>;
  /** Empty: nothing was found, or it failed. Null: what it gave is not known. */
  readonly results: readonly Readonly<Record<string, JsonValue>>[] | null;
  /** Fields inside nested results, from which later arguments may come. */
  readonly inner?: readonly Readonly<Record<string, JsonValue>>[];
  /** Why what it gave may not be what the reply goes by, in words for a reviewer. */
  readonly doubt?: string;
}

/** Parts of an item that a rule or a model may have made instead of a corpus (`Item.origins`); thoughts always are. */
export type RuledPart = 'user' | 'calls' | 'observation' | 'response';

/** One exchange: a user turn and the system turn that answers it. */
export interface DialogueTurn {
  readonly user: {
    readonly utterance: string;
    readonly acts: readonly DialogueAct[];
    /** Intents active after this turn, one a service touched. */
    readonly intents: readonly { readonly service: string; readonly intent: string }[];
  };
  readonly system: {
    readonly utterance: string;
    readonly acts: readonly DialogueAct[];
    /** Calls made to produce this turn, in order. */
    readonly calls: readonly RecordedCall[];
  };
  /** Why nobody can tell from the dialogue what this turn's calls should be, found by rules of its corpus. */
  readonly doubts?: readonly TurnDoubt[];
}

/** A reason to dispute what a turn calls. */
export interface TurnDoubt {
  /** Its name, by which such turns are counted. */
  readonly check: string;
  /** In words for a reader. */
  readonly detail: string;
  /** Version of the gold rules that first has it; absent: 1. */
  readonly since?: 2;
}

/** A dialogue of a corpus in the vocabulary that all sources share; a single request is one of one turn. */
export interface Dialogue {
  /** The corpus's own id with its split: ids repeat between splits (formats/sources.md 1.1). */
  readonly recordId: string;
  readonly split: string;
  readonly services: readonly string[];
  readonly turns: readonly DialogueTurn[];
  /** Kinds of parts that no record has and a rule made, such as calls inferred from the state. */
  readonly byRule?: readonly RuledPart[];
  /** The same that a model made. */
  readonly byModel?: readonly RuledPart[];
  /** Why rules can make nothing of it although it can be read: it is counted, then dropped. */
  readonly unfit?: { readonly reason: string; readonly detail: string };
}
