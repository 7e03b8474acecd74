/** An utterance of a corpus with intents and slots (ATIS, SNIPS). */
export interface LabelledUtterance {
  readonly text: string;
  /** Usually one; joined labels (`atis_flight#atis_airfare`) give several. */
  readonly intents: readonly string[];
  readonly slots: readonly LabelledSlot[];
}

/** A slot may occur more than once. */
export interface LabelledSlot {
  readonly name: string;
  /** As stated. */
  readonly value: string;
}
