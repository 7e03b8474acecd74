import type { Readable } from 'node:stream';
import type { AuditFigures, ModelAgreement } from '../../core/review/audit.js';
import type { Agreement, Stats } from '../../core/review/api-stats.js';

/** What is worked out from the events of a queue. */
export interface ReviewFigures {
  stats(queue: string): Promise<Stats>;
  agreement(queue: string): Promise<Agreement[]>;
  /** Audits of the queue's run; none for the queue of a gate or an audit. */
  audits(queue: string): Promise<readonly AuditFigures[]>;
  /** How models that judged its items agree with people. */
  models(queue: string): Promise<readonly ModelAgreement[]>;
  /** The table behind the agreement: a line an item, reviewer and field. */
  agreementCsv(queue: string): Promise<string | Readable>;
  events(queue: string, format: 'jsonl' | 'csv'): Promise<Readable>;
}
