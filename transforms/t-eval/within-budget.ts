import { byText } from '../../core/ids.js';
import type { SeededRandom } from '../../core/random.js';

/** An API whose document a prompt may show. */
export interface MeasuredApi {
  /** Full name. */
  readonly name: string;
  readonly tokens: number;
  /** Similarity to the documents that a prompt shows anyway. */
  readonly likeness: number;
}

/** Minimum number of distractors, however long their documents are: without one there is nothing to choose. */
const LEAST = 1;
/** The candidates are the most similar APIs, with this multiple of the available tokens. */
const DRAWN_FROM = 2;

/**
 * Draws APIs that fit into a token budget, from the most similar ones with about twice as many tokens.
 * @param left available tokens
 * @param least number of APIs that are drawn even if they do not fit
 */
export function drawWithin(
  apis: readonly MeasuredApi[],
  left: number,
  random: SeededRandom,
  least = LEAST,
): string[] {
  const drawn: MeasuredApi[] = [];
  let room = left;
  const pool = random.sample(mostAlike(apis, left, least), apis.length);
  for (const api of pool) {
    if (api.tokens > room) continue;
    drawn.push(api);
    room -= api.tokens;
  }
  const shortest = pool
    .filter((api) => !drawn.includes(api))
    .sort((a, b) => a.tokens - b.tokens || byText(a.name, b.name));
  return [...drawn, ...shortest.slice(0, Math.max(0, least - drawn.length))].map(({ name }) => name);
}

function mostAlike(apis: readonly MeasuredApi[], left: number, least: number): MeasuredApi[] {
  const pool: MeasuredApi[] = [];
  let tokens = 0;
  for (const api of [...apis].sort((a, b) => b.likeness - a.likeness || byText(a.name, b.name))) {
    if (tokens >= DRAWN_FROM * left && pool.length >= DRAWN_FROM * least) break;
    pool.push(api);
    tokens += api.tokens;
  }
  return pool;
}
