import type { JsonValue } from '../canonical.js';

/** A gold call of a published record, as the file spells it: an empty name stands for no call, spaces stay. */
export interface PublishedCall {
  readonly tool: string;
  /** An object; in some OOD records a JSON text (formats/mtu-bench.md 1.1). */
  readonly arguments: JsonValue;
}

/** What a published record says, of which people may correct every part. */
export interface RecordWords {
  readonly id: string;
  /** The whole prompt. */
  readonly question: string;
  /** The members of `answer`, in their order. */
  readonly calls: readonly PublishedCall[];
}

/** A line of a published file. */
export interface PublishedRecord extends RecordWords {
  /** Fields besides `id`, `question` and `answer`; kept, not corrected. */
  readonly more: { readonly [name: string]: JsonValue };
  /** Names that an object of the record has twice, which no value can say. */
  readonly repeated: readonly string[];
}
