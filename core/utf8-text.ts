/**
 * The text of a file that somebody wrote. A byte order mark is kept, since texts are compared by digest.
 * @throws Error for bytes that are no UTF-8: a reader that replaces them would pass on other text than was written
 */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('text that is no UTF-8: save the file as UTF-8');
  }
}
