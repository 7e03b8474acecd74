/**
 * Splits identifiers into lower-case words: `FindRestaurants` and `find_restaurants` become `find restaurants`,
 * `MP3Player` becomes `mp 3 player`. A change here changes vectors and requires new embedder ids.
 */
export function readable(text: string): string {
  return text
    .normalize('NFC')
    .replace(
      /(?<=[\p{Ll}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu,
      ' ',
    )
    .replace(/_+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The words of a name or sentence, lower-case, without punctuation. */
export function embeddingWords(text: string): string[] {
  return readable(text).match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
}
