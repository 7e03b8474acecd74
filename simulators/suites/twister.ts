import { generateMersenne32Randomizer } from '@faker-js/faker';
import { keepRecent } from '../../core/keep-recent.js';

/** Maximum number of cached sequences; each is drawn once, however many states read from it. */
const MAX_SEQUENCES = 64;
const WORD = 2 ** 32;

const sequences = new Map<number, { readonly next: () => number; readonly words: number[] }>();

/** The `index`-th 32-bit word of CPython's `Random(seed)`. @param seed an integer from 0 */
function wordOf(seed: number, index: number): number {
  let sequence = sequences.get(seed);
  if (sequence === undefined) {
    const twister = generateMersenne32Randomizer();
    // CPython seeds with the number's 32-bit digits, the lowest first.
    twister.seed(seed < WORD ? [seed] : [seed % WORD, Math.floor(seed / WORD)]);
    sequence = { next: () => twister.next(), words: [] };
    keepRecent(sequences, seed, sequence, MAX_SEQUENCES);
  }
  while (sequence.words.length <= index) sequence.words.push(sequence.next() * WORD);
  return sequence.words[index] ?? 0;
}

/** CPython's `getrandbits(bits)` for at most 64 bits: the lower word is drawn first. */
function bitsOf(
  seed: number,
  drawn: number,
  bits: number,
): { readonly value: number; readonly drawn: number } {
  const first = wordOf(seed, drawn);
  if (bits <= 32) return { value: Math.floor(first / 2 ** (32 - bits)), drawn: drawn + 1 };
  const second = wordOf(seed, drawn + 1);
  return { value: first + Math.floor(second / 2 ** (64 - bits)) * WORD, drawn: drawn + 2 };
}

/**
 * CPython's `Random(seed).randint(0, max)` after `drawn` words (formats/tooltalk.md 4): draws as many bits as `max + 1`
 * has, until the value is at most `max`.
 * @param max at most 2^52
 * @returns the number, and the number of words drawn so far
 */
export function randint(
  seed: number,
  drawn: number,
  max: number,
): { readonly value: number; readonly drawn: number } {
  const bits = Math.floor(Math.log2(max + 1)) + 1;
  let next = bitsOf(seed, drawn, bits);
  while (next.value > max) next = bitsOf(seed, next.drawn, bits);
  return next;
}
