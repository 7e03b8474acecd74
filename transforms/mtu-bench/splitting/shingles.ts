/** Words per shingle: enough to distinguish common phrases ("I would like") from whole requests. */
const SHINGLE_WORDS = 3;

/** Scripts without spaces: each character counts as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Apostrophes within words are ignored: `don't` and `dont` are one word. */
const INNER_APOSTROPHE = /(?<=\p{L})['\u2019](?=\p{L})/gu;

/** A text's words for comparison: NFKC, lower case, no punctuation. Independent of dictionaries and locale. */
export function comparableWords(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replace(INNER_APOSTROPHE, '');
  return plain.replace(UNSPACED, ' $& ').match(WORD) ?? [];
}

/**
 * A text's word shingles (three consecutive words), in order of first occurrence. A text of fewer words is one
 * shingle; one without words is itself.
 */
export function shinglesOf(text: string): string[] {
  const words = comparableWords(text);
  if (words.length === 0) return [text.trim()];
  if (words.length < SHINGLE_WORDS) return [words.join(' ')];
  const shingles = new Set<string>();
  for (let i = 0; i + SHINGLE_WORDS <= words.length; i++)
    shingles.add(words.slice(i, i + SHINGLE_WORDS).join(' '));
  return [...shingles];
}
