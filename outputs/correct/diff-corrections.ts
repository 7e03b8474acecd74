import { diffExports } from '../diff-exports.js';
import { partDigests, type ComparedContent } from '../diff-items.js';
import { recordIdOf } from '../../transforms/correct/record-item.js';
import { readCorrections, readCorrectManifest, type ExportedRecord } from './read-corrections.js';

/** Compares two `correct` exports record by record by file and line. @throws NOT_AN_EXPORT */
export const diffCorrections = diffExports('records', {
  ...{ manifest: readCorrectManifest, compared: comparedRecords },
  count: ({ counts }) => counts.records,
});

async function comparedRecords(folder: string): Promise<Map<string, ComparedContent>> {
  const records = new Map<string, ComparedContent>();
  for await (const one of readCorrections(folder)) records.set(one.lineage.itemId, comparedRecord(one));
  return records;
}

function comparedRecord({ lineage, record }: ExportedRecord): ComparedContent {
  const { outcome, reason, flags = [] } = lineage;
  const name = recordIdOf(lineage);
  if (record === undefined) return { name, end: `${outcome} (${reason ?? ''})` };
  const { id, question, calls, more } = record;
  return { name, end: outcome, parts: partDigests({ id, question, calls, 'other fields': more, flags }) };
}
