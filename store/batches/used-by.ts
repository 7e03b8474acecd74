import { canonicalJson } from '../../core/canonical.js';
import type { CallUse } from '../ledger/call-state.js';
import { parseJson } from '../../core/json.js';

/** A use as JSON in the store: batches of earlier versions call the work item `subject`, so all do. */
interface StoredUse {
  readonly runId: string;
  readonly stage: string;
  readonly subject: string;
}

export function storedUse({ runId, stage, workItem }: CallUse): string {
  const stored: StoredUse = { runId, stage, subject: workItem };
  return canonicalJson(stored);
}

export function useOf(stored: string): CallUse {
  const { runId, stage, subject } = parseJson(stored) as StoredUse;
  return { runId, stage, workItem: subject };
}
