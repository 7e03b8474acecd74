import type { TEvalStem } from '../../../core/t-eval/files.js';
import type { TEvalRecord } from '../../../transforms/t-eval/records.js';

/** A record of one of T-Eval's data files. */
export interface PathRecord {
  readonly stem: TEvalStem;
  readonly id: string;
  /** The query's id. */
  readonly query: string;
  /** Whether it is in the file's 20 % subset. */
  readonly subset: boolean;
  readonly record: TEvalRecord;
}
