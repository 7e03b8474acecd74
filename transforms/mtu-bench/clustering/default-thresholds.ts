import type { Embedder } from '../../../core/embedder.js';

/** Cosine distances up to which tools, and parameters within a cluster, come together. */
export interface Thresholds {
  readonly tool: number;
  readonly parameter: number;
}

/**
 * Thresholds when names alone are compared, set on the names of SGD (dev, train) and SGD-X.
 *
 * Tools: the same words (`FindBus`, `find_buses`), for the model also the same act in other words (`LookupSong`,
 * `LookupMusic`: 0.18), but not another act (`GetEvents`, `GetEventDates`: lexical 0.15; `GetEvents`, `FindEvents`:
 * local 0.21).
 *
 * Parameters: a word more or less (`origin_airport`, `origin_airport_name`: lexical 0.16, local 0.12 at most), but not opposites
 * (`minimum_price`, `maximum_price`: lexical 0.26; `old_password`, `new_password`: local 0.16). A wrong merge of two
 * meanings is worse than none: on SGD, where kinds of values keep much apart, merges up to 0.35 would still be right.
 *
 * `openai`: not measured, as models differ; so low that hardly more than the same words come together.
 */
export const DEFAULT_THRESHOLDS: Readonly<Record<Embedder['kind'], Thresholds>> = {
  lexical: { tool: 0.12, parameter: 0.2 },
  local: { tool: 0.2, parameter: 0.14 },
  openai: { tool: 0.12, parameter: 0.12 },
};

/** The same when descriptions count as well, which moves equal names apart (tools: by up to 0.19). */
export const DEFAULT_THRESHOLDS_WITH_DESCRIPTIONS: typeof DEFAULT_THRESHOLDS = {
  lexical: { tool: 0.19, parameter: 0.2 },
  local: { tool: 0.23, parameter: 0.2 },
  openai: { tool: 0.15, parameter: 0.15 },
};

/**
 * Thresholds where one of two tools was made by a model. Nobody designed such names together: one dialogue's `find_flight` is
 * the next one's `search_flight` or `find_round_trip_flight`, and no rule keeps tools of one domain apart.
 *
 * Lexical: what is longer by a word (`find_round_trip_flight`: 0.25), but not opposites (`set_alarm`, `delete_alarm`: 0.35);
 * it cannot tell `search_flight` from `book_flight` (both 0.48 from `find_flight`). Local: other words for one act
 * (`search_flight` 0.11, `look_up_flight` 0.16), but not another act (`find_hotel`, `book_hotel`: 0.20).
 */
export const MODEL_THRESHOLDS: Readonly<Record<Embedder['kind'], number>> = {
  lexical: 0.3,
  local: 0.17,
  openai: 0.12,
};

/**
 * Distances up to which tools that clustering leaves apart are put before people where a model made one of the two
 * (docs/decisions.md, D96). Lexical: every pair that shares one of two words (`find_flight`, `search_flight`: 0.48). Local:
 * half of the pairs up to there mean the same. `openai`: not measured.
 */
export const DUPLICATE_THRESHOLDS: Readonly<Record<Embedder['kind'], number>> = {
  lexical: 0.6,
  local: 0.4,
  openai: 0.24,
};

/** The thresholds that suit an embedder, where the configuration names none. */
export const defaultThresholds = (embedder: Embedder['kind'], descriptions: boolean): Thresholds =>
  (descriptions ? DEFAULT_THRESHOLDS_WITH_DESCRIPTIONS : DEFAULT_THRESHOLDS)[embedder];
