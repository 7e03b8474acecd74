// By its file: the package's entry loads every structure that it has (88 ms instead of 17 in each process).
import { MinHash, type HashFunction } from 'bloom-filters/dist/sketch/min-hash.js';
import { seededRandom } from '../../../core/random.js';
import { shinglesOf } from './shingles.js';

/** Rows of a signature. The estimate's standard deviation is at most 0.044 with 128. */
export const SIGNATURE_ROWS = 128;

/** The largest prime below 2^26: products of two numbers below it are exact in a double. */
const PRIME = 67_108_859;
const SHINGLE_BITS = 26;

/**
 * MinHash signature (Broder 1997) of a text over its word shingles: 128 rows, each below 2^26. The same on every
 * machine: permutations come from a seed of ours, not from the library's own randomness.
 */
export function signatureOf(text: string): Uint32Array {
  sketch._signature.fill(Infinity);
  for (const shingle of shinglesOf(text)) sketch.add(hashOf(shingle));
  return new Uint32Array(sketch._signature);
}

/** Estimated Jaccard similarity of two texts' shingle sets, 0 to 1: the share of equal rows. */
export function estimatedJaccard(a: Uint32Array, b: Uint32Array): number {
  let equal = 0;
  for (let i = 0; i < SIGNATURE_ROWS; i++) if (a[i] === b[i]) equal++;
  return equal / SIGNATURE_ROWS;
}

/** A signature as 512 bytes, little-endian whatever the machine, for the store. */
export function packSignature(signature: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(signature.length * 4);
  const view = new DataView(bytes.buffer);
  signature.forEach((row, i) => view.setUint32(i * 4, row, true));
  return bytes;
}

/**
 * The signature in bytes made by `packSignature`.
 * @throws RangeError when the bytes are not a signature's
 */
export function unpackSignature(bytes: Uint8Array): Uint32Array {
  if (bytes.byteLength !== SIGNATURE_ROWS * 4)
    throw new RangeError(`a signature has ${SIGNATURE_ROWS * 4} bytes, these are ${bytes.byteLength}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: SIGNATURE_ROWS }, (_, i) => view.getUint32(i * 4, true));
}

/**
 * The library's sketch with the remainder taken by multiplication: the same numbers (a test compares), at a fifth of
 * the time. `%` on numbers beyond 32 bits was a seventh of a whole run.
 */
class QuickMinHash extends MinHash {
  readonly #a: Float64Array;
  readonly #b: Float64Array;

  constructor(rows: number, functions: HashFunction[]) {
    super(rows, functions);
    this.#a = Float64Array.from(functions, ({ a }) => a);
    this.#b = Float64Array.from(functions, ({ b }) => b);
  }

  override add(shingle: number): void {
    const [a, b, signature] = [this.#a, this.#b, this._signature];
    for (let row = 0; row < a.length; row++) {
      const product = (a[row] as number) * shingle + (b[row] as number);
      let hash = product - Math.floor(product / PRIME) * PRIME;
      // A quotient that was rounded up to the next whole number leaves a negative remainder.
      if (hash < 0) hash += PRIME;
      if (hash < (signature[row] as number)) signature[row] = hash;
    }
  }
}

/** One sketch for all texts: making a new one seeds a generator that is never used, which costs as much as a text. */
const sketch = new QuickMinHash(SIGNATURE_ROWS, permutations());

/** Row i orders shingles by (a·x + b) mod PRIME. Stored signatures depend on these numbers: never change the seed. */
export function permutations(): HashFunction[] {
  const random = seededRandom(1, 'minhash permutations');
  return Array.from({ length: SIGNATURE_ROWS }, () => ({
    a: random.int(1, PRIME - 1),
    b: random.int(0, PRIME - 1),
    c: PRIME,
  }));
}

/** FNV-1a over UTF-16 code units with a final mix (of MurmurHash3), cut to the bits that the permutations take. */
export function hashOf(shingle: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < shingle.length; i++) hash = Math.imul(hash ^ shingle.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> (32 - SHINGLE_BITS);
}
