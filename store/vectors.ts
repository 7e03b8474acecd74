import { sha256Hex } from '../core/digest.js';
import type { Store } from './store.js';

/** Texts whose vectors are looked up, or kept, in one statement. */
const BATCH = 500;

/** The vectors that the store has for these texts, by text. */
export async function knownVectors(
  store: Store,
  embedder: string,
  texts: readonly string[],
): Promise<Map<string, readonly number[]>> {
  const byDigest = new Map(texts.map((text) => [sha256Hex(text), text]));
  const digests = [...byDigest.keys()];
  const known = new Map<string, readonly number[]>();
  for (let from = 0; from < digests.length; from += BATCH) {
    const rows = await store.db.read
      .selectFrom('vectors')
      .select(['text_sha256', 'vector'])
      .where('embedder', '=', embedder)
      .where('text_sha256', 'in', digests.slice(from, from + BATCH))
      .execute();
    for (const row of rows) known.set(byDigest.get(row.text_sha256) ?? '', fromBytes(row.vector));
  }
  return known;
}

/** Keeps vectors; one that is there already stays, as it was made of the same text by the same embedder. */
export async function keepVectors(
  store: Store,
  embedder: string,
  vectors: readonly (readonly [text: string, vector: readonly number[]])[],
): Promise<void> {
  if (vectors.length === 0) return;
  const rows = vectors.map(([text, vector]) => ({
    embedder,
    text_sha256: sha256Hex(text),
    vector: toBytes(vector),
  }));
  await store.db.write((trx) =>
    trx
      .insertInto('vectors')
      .values(rows)
      .onConflict((c) => c.doNothing())
      .execute(),
  );
}

/** Little-endian doubles: rounded components (1e-4) come back exactly as they were. */
function toBytes(vector: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(vector.length * 8);
  vector.forEach((value, i) => bytes.writeDoubleLE(value, i * 8));
  return bytes;
}

function fromBytes(bytes: Uint8Array): number[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: buffer.length / 8 }, (_, i) => buffer.readDoubleLE(i * 8));
}
