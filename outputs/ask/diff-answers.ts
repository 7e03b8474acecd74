import type { JsonValue } from '../../core/canonical.js';
import { diffExports } from '../diff-exports.js';
import { partDigests, type ComparedContent } from '../diff-items.js';
import { readAnswers, readAskManifest, type ExportedRow } from './read-answers.js';

/** Compares two `ask` exports row by row. @throws NOT_AN_EXPORT */
export const diffAnswers = diffExports('rows', {
  ...{ manifest: readAskManifest, compared: comparedRows },
  count: ({ counts }) => counts.rows,
});

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
  return { name, end: 'answered', parts: partDigests({ text: answered.text, ...said }) };
}
