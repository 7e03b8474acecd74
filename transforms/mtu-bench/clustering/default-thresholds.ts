import type { Embedder } from '../../../core/embedder.js';

/** Maximum cosine distances for merging tools, and parameters within a cluster. */
export interface Thresholds {
  readonly tool: number;
  readonly parameter: number;
}

/**
 * Thresholds for names only, tuned on SGD (dev, train) and SGD-X. Tools: the same words (`FindBus`, `find_buses`), for
 * the model also synonyms (`LookupSong`, `LookupMusic`: 0.18), but not another action (`GetEvents`, `GetEventDates`:
 * lexical 0.15; `GetEvents`, `FindEvents`: local 0.21). Parameters: one word more or less (`origin_airport`,
 * `origin_airport_name`: lexical 0.16, local at most 0.12), but not opposites (`minimum_price`, `maximum_price`:
 * lexical 0.26; `old_password`, `new_password`: local 0.16). A wrong merge is worse than none: on SGD, where value
 * formats prevent many merges, merges up to 0.35 would still be right. `openai`: not measured; low enough to merge
 * little more than the same words.
 */
export const DEFAULT_THRESHOLDS: Readonly<Record<Embedder['kind'], Thresholds>> = {
  lexical: { tool: 0.12, parameter: 0.2 },
  local: { tool: 0.2, parameter: 0.14 },
  openai: { tool: 0.12, parameter: 0.12 },
};

/** Thresholds with descriptions, which move equal names apart (tools: by up to 0.19). */
export const DEFAULT_THRESHOLDS_WITH_DESCRIPTIONS: typeof DEFAULT_THRESHOLDS = {
  lexical: { tool: 0.19, parameter: 0.2 },
  local: { tool: 0.23, parameter: 0.2 },
  openai: { tool: 0.15, parameter: 0.15 },
};

/**
 * Thresholds if a model made one of two tools. Such names are uncoordinated: one dialogue's `find_flight` is another's
 * `search_flight` or `find_round_trip_flight`, and no rule separates tools of a domain. Lexical: one word more
 * (`find_round_trip_flight`: 0.25), but not opposites (`set_alarm`, `delete_alarm`: 0.35); it cannot distinguish
 * `search_flight` from `book_flight` (both 0.48 from `find_flight`). Local: synonyms (`search_flight` 0.11,
 * `look_up_flight` 0.16), but not another action (`find_hotel`, `book_hotel`: 0.20).
 */
export const MODEL_THRESHOLDS: Readonly<Record<Embedder['kind'], number>> = {
  lexical: 0.3,
  local: 0.17,
  openai: 0.12,
};

/**
 * Maximum distances at which unmerged tools are shown to reviewers, if a model made one of them (docs/decisions.md,
 * D96). Lexical: every pair that shares one of two words (`find_flight`, `search_flight`: 0.48). Local: half of the
 * pairs up to there mean the same. `openai`: not measured.
 */
export const DUPLICATE_THRESHOLDS: Readonly<Record<Embedder['kind'], number>> = {
  lexical: 0.6,
  local: 0.4,
  openai: 0.24,
};

/** The default thresholds of an embedder. */
export const defaultThresholds = (embedder: Embedder['kind'], descriptions: boolean): Thresholds =>
  (descriptions ? DEFAULT_THRESHOLDS_WITH_DESCRIPTIONS : DEFAULT_THRESHOLDS)[embedder];
