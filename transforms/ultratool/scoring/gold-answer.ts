/** A reference as an answer: JSON with a space after each comma and colon, as models write it. */
export const goldAnswer = (reference: unknown): string =>
  // Line breaks and indents that JSON.stringify adds are never inside strings, where they are escaped.
  JSON.stringify(reference, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '');
