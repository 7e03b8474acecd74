/** Words in a shingle: enough that common phrases ("I would like") are told apart from whole requests. */
const SHINGLE_WORDS = 3;

/** Scripts that are written without spaces: each character counts as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** An apostrophe inside a word is no border: `don't` and `dont` are one word. */
const INNER_APOSTROPHE = /(?<=\p{L})['\u2019](?=\p{L})/gu;

/**
 * The words of a text for comparing: compatibility forms made one (NFKC), lower case, punctuation removed. No
 * dictionary and no locale, so that every machine finds the same words.
 */
export function comparableWords(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replace(INNER_APOSTROPHE, '');
  return plain.replace(UNSPACED, ' $& ').match(WORD) ?? [];
}

/**
 * The set of word shingles (three words in a row) of a text, in order of first occurrence. A text of fewer than three
 * words is one shingle; one without any word (only signs) is its own shingle as it stands.
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
