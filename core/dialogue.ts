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

/** A service call recorded in the corpus, with what it gave. */
export interface RecordedCall {
  readonly service: string;
  readonly method: string;
  readonly parameters: Readonly<Record<string, JsonValue>>;
  readonly results: readonly Readonly<Record<string, JsonValue>>[];
}

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
}

/** A dialogue of a corpus in the vocabulary that all sources share. */
export interface Dialogue {
  /** The corpus's own id with its split: ids repeat between splits (formats/sources.md 1.1). */
  readonly recordId: string;
  readonly split: string;
  readonly services: readonly string[];
  readonly turns: readonly DialogueTurn[];
}
