/** A request of a corpus of intents and slots (ATIS, SNIPS): the words, what is wanted, and the values in them. */
export interface LabelledUtterance {
  readonly text: string;
  /** Mostly one; joined labels (`atis_flight#atis_airfare`) are several. */
  readonly intents: readonly string[];
  readonly slots: readonly LabelledSlot[];
}

/** A slot may recur in an utterance. */
export interface LabelledSlot {
  readonly name: string;
  /** As said. */
  readonly value: string;
}
