import { askStageOf, type AskCounts } from '../../core/ask/run.js';
import { sumOf } from '../../core/counts.js';
import { progressOf } from '../../families/run-state.js';
import type { Run } from '../../store/runs.js';
import { setAsideCounts } from '../../store/stages/subject-counts.js';
import type { Store } from '../../store/store.js';
import { another } from '../../app/export/rehearsal-mark.js';
import { reasons, shownPath, typed } from '../../app/text/format.js';

/** What a run of `ask` read and got; for runs under way, the counts so far. */
export type AskState = AskCounts;

export async function askState(store: Store, run: Run<'ask'>): Promise<AskState> {
  if (run.counts) return run.counts;
  const stage = askStageOf(run.frozen.settings);
  const progress = (await progressOf(store, run)).find((one) => one.stage === stage);
  const setAside = await setAsideCounts(store, run.runId, stage);
  const aside = sumOf(setAside);
  return { rows: progress?.total ?? 0, answered: (progress?.done ?? 0) - aside, setAside };
}

/** What a finished run made, for people. */
export function askReport(run: Run<'ask'>, { rows, answered, setAside }: AskCounts, out: string): string[] {
  const { role, user } = run.frozen.settings;
  const shown = shownPath(out);
  return [
    '',
    `${run.name}: ${rows} rows, ${answered} ${user === null ? 'answered' : 'talked over'} by ${role}${reasons('set aside', setAside)}`,
    '',
    `  answers         ${shown}/data/answers.jsonl`,
    `  every outcome   ${shown}/data/lineage.jsonl`,
    ...(Object.keys(setAside).length === 0
      ? []
      : [
          '',
          `  ${typed(`retry ${run.name} --failed --out ${another(shown, '-2')}`)} takes up what was set aside`,
        ]),
  ];
}
