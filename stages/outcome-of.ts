import type { StructuredAnswer } from '../llm/asking/ask-structured.js';
import type { SubjectOutcome } from '../store/stages/subjects.js';

/** What becomes of a subject that is one question. */
export function subjectOutcome<T>(found: StructuredAnswer<T>): SubjectOutcome {
  const { keys } = found;
  if (found.ok) return { outcome: 'done', value: found.value, keys };
  const { problem, reason, requestDigest } = found;
  return { outcome: 'set aside', reason: problem, detail: reason, requestDigest, keys };
}
