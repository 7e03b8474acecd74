import type { Readable } from 'node:stream';
import type { Agreement, Stats } from '../../core/review/api-stats.js';

/** What is worked out from the events of a queue. */
export interface ReviewFigures {
  stats(queue: string): Promise<Stats>;
  agreement(queue: string): Promise<Agreement[]>;
  /** The table behind the agreement: a line an item, reviewer and field. */
  agreementCsv(queue: string): Promise<string | Readable>;
  events(queue: string, format: 'jsonl' | 'csv'): Promise<Readable>;
}
