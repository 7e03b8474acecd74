import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { sourceRecordSchema, type SourceRecord } from '../../core/ultratool/records.js';
import { firstIssue } from '../parse-record.js';

/** A line of a source file: its record, or what is wrong with it. */
export type ReadSourceRecord =
  | { readonly line: number; readonly record: SourceRecord }
  | { readonly line: number; readonly problem: string };

/**
 * Reads `test.json` or `dev.json`: a JSON object a line, despite the name (formats/ultratool.md 1). A bad line does not hold
 * back the others.
 * @throws SOURCE_UNREADABLE for a file that cannot be read
 */
export async function* readSourceRecords(path: string): AsyncGenerator<ReadSourceRecord> {
  let line = 0;
  try {
    for await (const text of createInterface({
      input: createReadStream(path, 'utf8'),
      crlfDelay: Infinity,
    })) {
      line += 1;
      yield { line, ...recordOf(text) };
    }
  } catch (error) {
    throw new BenchwrightError(
      'SOURCE_UNREADABLE',
      {
        expected: "a file of UltraTool's records, a JSON object a line",
        found: (error as NodeJS.ErrnoException).code ?? String(error),
        where: path,
        next: 'Check the path.',
      },
      { cause: error },
    );
  }
}

function recordOf(text: string): { readonly record: SourceRecord } | { readonly problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: text.trim() === '' ? 'an empty line' : 'no JSON' };
  }
  const read = sourceRecordSchema.safeParse(json);
  // The parsed line itself, not the schema's copy: the order of its fields is written again.
  return read.success ? { record: json as SourceRecord } : { problem: firstIssue(read.error, 'record') };
}
