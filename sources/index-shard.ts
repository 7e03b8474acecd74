import { indexJsonArray, indexJsonObject, indexWrappedArray, type RecordIndex } from './json-array-index.js';
import { indexLines } from './line-index.js';

/**
 * Layout of a file's records: a JSON array; a JSON object by id, where a record's text is `"id": {…}`; a JSON array as
 * an object's only value, `{"key": […]}`; or one per line.
 */
export type RecordLayout = 'array' | 'object' | 'wrapped array' | 'lines';

const INDEXES = {
  array: indexJsonArray,
  object: indexJsonObject,
  'wrapped array': indexWrappedArray,
  lines: indexLines,
} as const;

/** Indexes the records of a file. @throws SOURCE_UNREADABLE, SOURCE_NOT_A_CORPUS, SOURCE_TRUNCATED */
export const indexShard = (form: RecordLayout, file: string, shownPath: string): Promise<RecordIndex> =>
  INDEXES[form](file, shownPath);
