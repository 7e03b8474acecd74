/** A reference as an answer: JSON with a blank after each comma and colon, as models write it. */
export const goldAnswer = (reference: unknown): string =>
  // Line ends and indents of JSON.stringify are never inside a text, where they are escaped.
  JSON.stringify(reference, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '');
