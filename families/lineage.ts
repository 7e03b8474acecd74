import { join } from 'node:path';
import { jsonLinesOf } from '../outputs/json-lines.js';

/** The lines of an export's lineage, not parsed yet. */
export const readLineage = (folder: string): AsyncGenerator<unknown> =>
  jsonLinesOf(join(folder, 'data', 'lineage.jsonl'));
