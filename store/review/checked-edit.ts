import type { JsonValue } from '../../core/canonical.js';
import { digestOf } from '../../core/digest.js';
import type { EditProblem } from '../../core/review/api.js';
import type { CheckedEdit, QueueKind } from '../../core/review/kind.js';

/**
 * Checks an edit, both alone and against the other items of the queue.
 * @param saving whether the edit will be saved; then tool calls that it changes are made again once the edit itself is
 * valid
 */
export async function checkedEdit(
  kind: QueueKind,
  itemId: string,
  shown: JsonValue,
  edited: JsonValue,
  saving = false,
): Promise<CheckedEdit> {
  const before = kind.checkEdit(shown, edited);
  if (!before.ok) return before;
  const checked = saving
    ? kind.checkEdit(shown, edited, (await kind.callAgain?.(shown, edited)) ?? [])
    : before;
  if (!checked.ok) return checked;
  const findings = [...checked.findings, ...((await kind.checkAmong?.(itemId, checked.content)) ?? [])];
  return findings.some((one) => one.kind === 'problem')
    ? { ok: false, problems: findings }
    : { ...checked, findings };
}

/**
 * The code that a reviewer sends to confirm that they have read exactly these findings; undefined if there are none.
 */
export const confirmationOf = (findings: readonly EditProblem[]): string | undefined =>
  findings.length === 0
    ? undefined
    : digestOf(findings.map(({ path, text }) => `${path}: ${text}`).sort()).slice(0, 16);
