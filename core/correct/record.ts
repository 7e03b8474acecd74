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

/** What a reviewer should look at, and where: a path inside the item, such as `record.calls.0.arguments.city`. */
export interface RecordFinding {
  readonly check: string;
  readonly path: string;
  readonly detail: string;
}

/** The parts of a question, for the eye (formats/mtu-bench.md 1.2). */
export interface QuestionShown {
  readonly instructions: string;
  readonly history: string;
  /** The current user turn. */
  readonly user: string;
}

/** What a person judges in review, and what is exported when it is accepted. */
export interface RecordItem {
  readonly itemId: string;
  /** `FILE:LINE`: ids repeat in the published files. */
  readonly recordId: string;
  readonly source: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The id's first part: `S-S`, …, `OOD`. */
  readonly setting: string;
  /** What may be edited. */
  readonly record: RecordWords;
  readonly more: PublishedRecord['more'];
  readonly repeated: readonly string[];
  /** Null where the question has another layout. */
  readonly shown: QuestionShown | null;
  readonly findings: readonly RecordFinding[];
}
