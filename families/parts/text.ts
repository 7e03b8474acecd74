import type { CountsOf } from '../../core/run.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';

/** State of a run. */
export interface RunState {
  /** For `--json`. */
  readonly object: object;
  /** For `status`. */
  readonly lines: readonly string[];
}

/** A record that was quarantined or dropped before items were made. */
export interface FailedRecord {
  readonly recordId: string;
  readonly file: string;
  readonly line: number;
  readonly outcome: string;
  readonly reason: string;
  readonly detail: string;
}

/** Terminal output for a family's runs. */
export interface FamilyText<F extends string = string> {
  /** The counts of a run; while it runs, those so far. */
  state(store: Store, run: Run<F>): Promise<RunState>;
  /** Summary of a finished run. @param out folder of its export */
  report(run: Run<F>, counts: CountsOf<F>, out: string): string[];
  /** Why an export has no items, one line each; undefined if it has some, or if items are undecided. */
  empty?(store: Store, run: Run<F>, counts: CountsOf<F>): Promise<readonly string[] | undefined>;
  /** The first quarantined or dropped records. Absent: only work items of its stages are quarantined. */
  failures?(store: Store, run: Run<F>, most: number): Promise<readonly FailedRecord[]>;
}
