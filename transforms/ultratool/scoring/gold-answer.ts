import { writeJson } from '../../../core/json.js';
/** A reference as an answer: JSON with a space after each comma and colon, as models write it. */
export const goldAnswer = (reference: unknown): string =>
  // Line breaks and indents that JSON.stringify adds are never inside strings, where they are escaped.
  writeJson(reference, 1).replace(/,\n */g, ', ').replace(/\n */g, '');
