import { byText } from '../../core/ids.js';
import type { SeededRandom } from '../../core/random.js';

/** An API whose document a prompt may show. */
export interface MeasuredApi {
  /** Full name. */
  readonly name: string;
  readonly tokens: number;
  /** To those that a prompt shows anyway. */
  readonly likeness: number;
}

/** Distractors at least, however long their documents are: without one, there is nothing to choose. */
const LEAST = 1;
/** So many times the room that is left: the most alike that are drawn from. */
const DRAWN_FROM = 2;

/**
 * Draws APIs for the room that a budget leaves, of the most alike twice as many as it has room for.
 * @param left tokens that are left
 * @param least APIs that are drawn even where there is no room
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
