import type { CountsOf } from '../../core/run.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';

/** What a run made so far. */
export interface RunState {
  /** For `--json`. */
  readonly object: object;
  /** For `status`. */
  readonly lines: readonly string[];
}

/** A record that was quarantined or dropped before there were items. */
export interface FailedRecord {
  readonly recordId: string;
  readonly file: string;
  readonly line: number;
  readonly outcome: string;
  readonly reason: string;
  readonly detail: string;
}

/** What a terminal shows of a family's runs. */
export interface FamilyText<F extends string = string> {
  /** What a run made; while it runs, the counts so far. */
  state(store: Store, run: Run<F>): Promise<RunState>;
  /** Summary of a finished run. @param out folder of its export */
  report(run: Run<F>, counts: CountsOf<F>, out: string): string[];
  /** Why an export has no item, a line each; undefined: it has some, or people have yet to decide. */
  empty?(store: Store, run: Run<F>, counts: CountsOf<F>): Promise<readonly string[] | undefined>;
  /** The first records that were quarantined or dropped. Absent: its stages' work items say it all. */
  failures?(store: Store, run: Run<F>, most: number): Promise<readonly FailedRecord[]>;
}
