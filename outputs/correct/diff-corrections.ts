import { digestOf } from '../../core/digest.js';
import { diffInputs, type InputDifference } from '../diff-inputs.js';
import { diffItems, type ComparedContent, type ItemsDiff } from '../diff-items.js';
import { recordIdOf } from '../../transforms/correct/record-item.js';
import { readCorrections, readCorrectManifest, type ExportedRecord } from './read-corrections.js';

/** Comparison of two `correct` exports, record by record. */
export interface CorrectionsDiff extends ItemsDiff {
  readonly inputs: readonly InputDifference[];
  readonly records: { readonly before: number; readonly after: number };
}

/** Compares two `correct` exports record by record by file and line. @throws NOT_AN_EXPORT */
export async function diffCorrections(before: string, after: string): Promise<CorrectionsDiff> {
  const [was, is] = await Promise.all([readCorrectManifest(before), readCorrectManifest(after)]);
  const inputs = diffInputs(was, is);
  const found = diffItems(await comparedRecords(before), await comparedRecords(after));
  return {
    ...{ inputs, records: { before: was.counts.records, after: is.counts.records }, ...found },
    same: found.same && inputs.length === 0,
  };
}

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
  const parts = Object.entries({ id, question, calls, 'other fields': more, flags }).map(
    ([part, value]) => [part, digestOf(value)] as const,
  );
  return { name, end: outcome, parts: Object.fromEntries(parts) };
}
