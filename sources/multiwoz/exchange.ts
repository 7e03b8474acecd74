/** What both forms of MultiWOZ are read into: a user turn, the system turn that answers it, and the state between them. */

/** An act with one slot, such as `Hotel-Inform` of `Area`. */
export interface WozAct {
  /** `hotel`, `booking`, `general` … */
  readonly domain: string;
  /** `Inform`, `NoOffer` … */
  readonly act: string;
  /** In the names of `slotName`; empty for acts without one. */
  readonly slot: string;
  readonly value: string;
}

/** What is known in a domain once the user has spoken. Empty values are left out. */
export interface DomainState {
  readonly semi: Readonly<Record<string, string>>;
  readonly book: Readonly<Record<string, string>>;
  /** What has been booked; undefined in versions that do not record it. */
  readonly booked?: readonly Readonly<Record<string, string>>[];
}

export interface WozExchange {
  readonly user: { readonly utterance: string; readonly acts: readonly WozAct[] };
  readonly system: { readonly utterance: string; readonly acts: readonly WozAct[] };
  readonly states: Readonly<Record<string, DomainState>>;
}

export interface WozDialogue {
  /** Split and id. */
  readonly recordId: string;
  readonly split: string;
  /** Domains that the dialogue is about. */
  readonly services: readonly string[];
  readonly exchanges: readonly WozExchange[];
}
