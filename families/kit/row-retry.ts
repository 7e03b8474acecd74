import { hasDocument } from '../../store/documents.js';
import type { RetryParts } from '../../store/retry.js';
import type { RowFamily } from './row-family.js';
import { settledAt } from '../../stages/review/settled-gate.js';

/** Stages before a completed gate are not retried, because rows made later would have no decision. */
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
