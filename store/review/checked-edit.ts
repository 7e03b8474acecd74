import type { JsonValue } from '../../core/canonical.js';
import { digestOf } from '../../core/digest.js';
import type { EditProblem } from '../../core/review/api.js';
import type { CheckedEdit, QueueKind } from '../../core/review/kind.js';

/**
 * All that is checked of an edit, wherever it comes from: by itself, and among the other items of the queue.
 * @param saving whether it will be saved: calls of tools that it changes are then made again, once it passes all else
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

/** What a reviewer sends to say that they have read just these findings; undefined where there are none. */
export const confirmationOf = (findings: readonly EditProblem[]): string | undefined =>
  findings.length === 0
    ? undefined
    : digestOf(findings.map(({ path, text }) => `${path}: ${text}`).sort()).slice(0, 16);
