import type { UltraToolFinding } from '../../core/ultratool/finding.js';
import type { PlanItem } from '../../core/ultratool/item.js';
import { CHECK_STAGE } from '../../core/ultratool/run.js';
import { settleSubjects, streamSubjects, type Settling } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';
import { checkUltraTool } from './check-item.js';

/** Outcomes of one write. */
const AT_ONCE = 100;

/** A sample that is to be checked: a work item of the stage `check`. */
export interface SampleToCheck {
  readonly itemId: string;
  readonly recordId: string;
  /** Absent where its line could not be read. */
  readonly item?: PlanItem;
  readonly problem?: string;
  /** The ledger's keys of the calls that made it, by stage. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

/** A sample with what is to be looked at. */
export interface CheckedSample {
  readonly item?: PlanItem;
  readonly findings: readonly UltraToolFinding[];
}

/** The stage `check`: looks at each sample. Idempotent. */
export async function checkItems(store: Store, runId: string, beat: () => Promise<void>): Promise<void> {
  let settled: Settling[] = [];
  const commit = async (): Promise<void> => {
    await settleSubjects(store, settled);
    settled = [];
    await beat();
  };
  for await (const { ordinal, input, result } of streamSubjects(store, runId, CHECK_STAGE)) {
    if (result !== undefined) continue;
    const { item } = input as SampleToCheck;
    const value: CheckedSample =
      item === undefined ? { findings: [] } : { item, findings: checkUltraTool(item) };
    settled.push({ runId, stage: CHECK_STAGE, ordinal, result: { outcome: 'done', value, keys: [] } });
    if (settled.length >= AT_ONCE) await commit();
  }
  await commit();
}
