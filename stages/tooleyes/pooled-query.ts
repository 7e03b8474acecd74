import { itemId } from '../../core/ids.js';

/** A query of the run. */
export interface PooledQuery {
  readonly itemId: string;
  readonly recordId: string;
  readonly scenario: string;
  readonly path: string;
  readonly query: string;
  readonly by: 'person' | 'model';
  readonly author: string;
  /** Ledger keys of the calls that produced it, by stage. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

/** Stable id of a query. */
export const queryId = (recordId: string): string =>
  itemId({ family: 'tooleyes', source: 'queries', recordId, stageKey: 'query' });
