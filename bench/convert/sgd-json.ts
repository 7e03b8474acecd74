/** SGD's own JSON, as far as copies change it (formats/sources.md 1.1, 1.2); other keys are carried along. */
export interface SgdJsonSpan {
  readonly slot: string;
  readonly start: number;
  readonly exclusive_end: number;
}

export interface SgdJsonFrame {
  readonly service: string;
  readonly actions: readonly {
    readonly slot: string;
    readonly values: readonly string[];
    readonly canonical_values: readonly string[];
  }[];
  readonly slots: readonly SgdJsonSpan[];
  readonly state?: { readonly slot_values: Readonly<Record<string, readonly string[]>> };
  readonly service_call?: { readonly parameters: Readonly<Record<string, string>> };
  readonly service_results?: readonly Readonly<Record<string, string>>[];
}

export interface SgdJsonDialogue {
  readonly dialogue_id: string;
  readonly turns: readonly {
    readonly speaker: string;
    readonly utterance: string;
    readonly frames: readonly SgdJsonFrame[];
  }[];
}

export type SgdJsonSchema = readonly {
  readonly service_name: string;
  readonly slots: readonly { readonly name: string; readonly is_categorical: boolean }[];
  readonly intents: readonly { readonly optional_slots: Readonly<Record<string, string>> }[];
}[];

/** Which slots of a split's services are free, and which values stand for themselves wherever they are. */
export interface SlotFacts {
  /** Whether the slot takes any value (not from a list). */
  isFree(service: string, slot: string): boolean;
  /** A default of an optional slot: calls write it though nobody said it. */
  isDefault(value: string): boolean;
}

/** Slots of acts that are no slots of the service. */
const NO_SLOTS = new Set(['', 'intent', 'count']);

export function slotFacts(schema: SgdJsonSchema): SlotFacts {
  const free = new Set<string>();
  const defaults = new Set<string>();
  for (const { service_name, slots, intents } of schema) {
    for (const slot of slots) if (!slot.is_categorical) free.add(`${service_name}.${slot.name}`);
    for (const intent of intents)
      for (const value of Object.values(intent.optional_slots)) defaults.add(value);
  }
  return {
    isFree: (service, slot) => !NO_SLOTS.has(slot) && free.has(`${service}.${slot}`),
    isDefault: (value) => defaults.has(value),
  };
}
