import type { JsonValue } from '../../core/canonical.js';
import { digestOf } from '../../core/digest.js';
import { diffInputs, type InputDifference } from '../diff-inputs.js';
import { diffItems, type ComparedContent, type ItemsDiff } from '../diff-items.js';
import { readAnswers, readAskManifest, type ExportedRow } from './read-answers.js';

/** Comparison of two `ask` exports, row by row. */
export interface AnswersDiff extends ItemsDiff {
  readonly inputs: readonly InputDifference[];
  readonly rows: { readonly before: number; readonly after: number };
}

/** Compares two `ask` exports row by row by stable id. @throws NOT_AN_EXPORT */
export async function diffAnswers(before: string, after: string): Promise<AnswersDiff> {
  const [was, is] = await Promise.all([readAskManifest(before), readAskManifest(after)]);
  const inputs = diffInputs(was, is);
  const found = diffItems(await comparedRows(before), await comparedRows(after));
  return {
    ...{ inputs, rows: { before: was.counts.rows, after: is.counts.rows }, ...found },
    same: found.same && inputs.length === 0,
  };
}

/** The rows of an export by item id. @throws NOT_AN_EXPORT */
export async function comparedRows(folder: string): Promise<Map<string, ComparedContent>> {
  const rows = new Map<string, ComparedContent>();
  for await (const row of readAnswers(folder)) rows.set(row.lineage.itemId, comparedRow(row));
  return rows;
}

/** The compared fields of a row. */
interface ComparableRow {
  readonly lineage: Pick<ExportedRow['lineage'], 'id' | 'file' | 'line' | 'reason'>;
  readonly answered:
    | ({ readonly text: string } & (
        | { readonly answer: string; readonly model: string }
        | { readonly messages: readonly JsonValue[]; readonly models: readonly string[] }
      ))
    | undefined;
}

/** A row in the form that is compared. */
export function comparedRow({
  lineage: { id, file, line, reason },
  answered,
}: ComparableRow): ComparedContent {
  const name = `${id} (${file}:${line})`;
  if (answered === undefined) return { name, end: `quarantined (${reason ?? ''})` };
  const said =
    'messages' in answered
      ? { messages: answered.messages, model: answered.models }
      : { answer: answered.answer, model: answered.model };
  const parts = Object.entries({ text: answered.text, ...said }).map(
    ([part, value]) => [part, digestOf(value)] as const,
  );
  return { name, end: 'answered', parts: Object.fromEntries(parts) };
}
