import { askStageOf, type AskCounts } from '../../core/ask/run.js';
import { sumOf } from '../../core/counts.js';
import { listProgress } from '../../store/progress.js';
import type { Run } from '../../store/runs.js';
import { quarantinedCounts } from '../../store/stages/work-item-counts.js';
import type { Store } from '../../store/store.js';
import { another } from '../../app/export/rehearsal-mark.js';
import { byReason, reasons, shownPath, typed } from '../../app/text/format.js';
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

/** A finished run's summary. */
function askReport(run: Run<'ask'>, { rows, answered, setAside }: AskCounts, out: string): string[] {
  const { role, user } = run.frozen.settings;
  const shown = shownPath(out);
  return [
    '',
    `${run.name}: ${rows} rows, ${answered} ${user === null ? 'answered by' : 'conversations with'} ${role}${reasons('quarantined', setAside)}`,
    '',
    `  answers         ${shown}/data/answers.jsonl`,
    `  every outcome   ${shown}/data/lineage.jsonl`,
    ...(Object.keys(setAside).length === 0
      ? []
      : [
          '',
          `  ${typed(`retry ${run.name} --failed --out ${another(shown, '-2')}`)} processes quarantined rows again`,
        ]),
  ];
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
  report: askReport,
};
