import { isReviewed } from '../../core/review/policy.js';
import {
  CALLS_STAGE,
  CHECK_STAGE,
  DISTRACTORS_STAGE,
  PLANS_STAGE,
  QUERIES_STAGE,
  REPAIR_STAGE,
  TOOLS_STAGE,
} from '../../core/ultratool/run.js';
import type { FamilyHost } from '../family.js';
import { settledAt } from '../../stages/review/settled-gate.js';
import { hasDocument } from '../../store/documents.js';
import { forgetStage } from '../../store/stages/work-items.js';

/**
 * Further samples change the merges, so all samples are checked again, with cached answers. If merges or samples are
 * reviewed, the reviewed content is not changed.
 */
export const retry: FamilyHost<'ultratool'>['retry'] = {
  async settled(trx, { runId, frozen }) {
    const decided = await hasDocument(trx, runId, settledAt('merges'));
    if (decided || isReviewed(frozen.review)) return [QUERIES_STAGE, PLANS_STAGE, TOOLS_STAGE, CALLS_STAGE];
    return (await hasDocument(trx, runId, settledAt('queries'))) ? [QUERIES_STAGE] : [];
  },
  records: (trx, { runId, frozen }, settled) =>
    Promise.resolve({
      count: 0,
      async reopen() {
        if (frozen.settings.generate === undefined || settled.includes(CALLS_STAGE)) return;
        for (const stage of [CHECK_STAGE, REPAIR_STAGE, DISTRACTORS_STAGE])
          await forgetStage(trx, runId, stage);
      },
    }),
};
