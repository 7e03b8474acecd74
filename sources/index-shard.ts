import { indexJsonArray, indexJsonObject, indexWrappedArray, type RecordIndex } from './json-array-index.js';
import { indexLines } from './line-index.js';

/**
 * How records lie in a file: a JSON array of them; a JSON object of them by id, a record's text being `"id": {…}`; a JSON
 * array that is the one value of an object, `{"key": […]}`; or a line each.
 */
export type RecordLayout = 'array' | 'object' | 'wrapped array' | 'lines';

const INDEXES = {
  array: indexJsonArray,
  object: indexJsonObject,
  'wrapped array': indexWrappedArray,
  lines: indexLines,
} as const;

/** Where the records of a file lie. @throws SOURCE_UNREADABLE, SOURCE_NOT_A_CORPUS, SOURCE_TRUNCATED */
export const indexShard = (form: RecordLayout, file: string, shownPath: string): Promise<RecordIndex> =>
  INDEXES[form](file, shownPath);
