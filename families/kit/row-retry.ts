import { hasDocument } from '../../store/documents.js';
import type { RetryParts } from '../../store/retry.js';
import type { RowFamily } from './row-family.js';
import { settledAt } from './row-stages.js';

/** Stages up to a settled gate stay as they are: a row that is made later has no decision, and would go nowhere. */
export const rowRetry = <S, C>({ stages, gates }: RowFamily<S, C>): RetryParts<string> => ({
  async settled(trx, { runId }) {
    const names = Object.keys(stages);
    let settled = 0;
    for (const [gate, { after }] of Object.entries(gates))
      if (await hasDocument(trx, runId, settledAt(gate)))
        settled = Math.max(settled, names.indexOf(after) + 1);
    return names.slice(0, settled);
  },
});
