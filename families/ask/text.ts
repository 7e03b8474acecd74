import { askStageOf, type AskCounts } from '../../core/ask/run.js';
import { sumOf } from '../../core/counts.js';
import { listProgress } from '../../store/progress.js';
import type { Run } from '../../store/runs.js';
import { quarantinedCounts } from '../../store/stages/work-item-counts.js';
import type { Store } from '../../store/store.js';
import { byReason, shownPath } from '../../app/text/format.js';
import { lossesBy } from '../parts/result.js';
import type { FamilyText } from '../parts/text.js';

/** Rows read and answers of an `ask` run; while running, the counts so far. */
export async function askState(store: Store, run: Run<'ask'>): Promise<AskCounts> {
  if (run.counts) return run.counts;
  const stage = askStageOf(run.frozen.settings);
  const progress = (await listProgress(store, run.runId, [stage])).find((one) => one.stage === stage);
  const setAside = await quarantinedCounts(store, run.runId, stage);
  const quarantined = sumOf(setAside);
  return { rows: progress?.total ?? 0, answered: (progress?.done ?? 0) - quarantined, setAside };
}

export const text: FamilyText<'ask'> = {
  async state(store, run) {
    const counts = await askState(store, run);
    const { rows, answered, setAside } = counts;
    return {
      object: counts,
      lines: [`  rows ${rows}, answered ${answered}${byReason('quarantined', setAside)}`],
    };
  },
  async result(store, run) {
    const { rows, answered, setAside } = await askState(store, run);
    return {
      ...{ records: 'rows', read: rows, usable: answered, evaluated: answered },
      losses: lossesBy({ run: run.name, unit: 'rows', outcome: 'quarantined' }, setAside),
    };
  },
  files: (_run, _counts, out) => [
    `  answers         ${shownPath(out)}/data/answers.jsonl`,
    `  every outcome   ${shownPath(out)}/data/lineage.jsonl`,
  ],
  figures: ({ frozen }, { answered }) => [
    `  ${answered} ${frozen.settings.user === null ? 'answered by' : 'conversations with'} ${frozen.settings.role}`,
  ],
};
