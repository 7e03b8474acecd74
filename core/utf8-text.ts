/**
 * Decodes the content of a file. Keeps a byte order mark, because texts are compared by digest.
 * @throws Error if the bytes are not UTF-8, because replacing them would change the text
 */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('text that is no UTF-8: save the file as UTF-8');
  }
}
