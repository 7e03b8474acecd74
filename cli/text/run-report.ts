import { isOfFamily, type Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { askReport, askState, type AskState } from './ask-report.js';
import { correctReport, correctState, type CorrectState } from './correct-report.js';
import { tEvalReport, tEvalState, type TEvalState } from './t-eval-report.js';
import { mtuBenchReport, mtuBenchState, type MtuBenchState } from './mtu-bench-report.js';

/** The object of `run --json`: what was read and made, and where it lies. */
export type RunObject = (MtuBenchState | AskState | TEvalState | CorrectState) & {
  readonly run: string;
  readonly family: string;
  readonly status: Run['status'];
  readonly seed: number;
  /** The export's folder; null when nothing was exported. */
  readonly out: string | null;
  readonly error?: Run['error'];
};

/** The state of a run as one object; for runs under way, the counts so far. */
export async function runObject(store: Store, run: Run): Promise<RunObject> {
  return {
    run: run.name,
    family: run.frozen.family,
    status: run.status,
    seed: run.frozen.seed,
    ...(await stateOf(store, run)),
    out: run.status === 'finished' ? run.out : null,
    ...(run.error ? { error: run.error } : {}),
  };
}

function stateOf(store: Store, run: Run): Promise<MtuBenchState | AskState | TEvalState | CorrectState> {
  if (isOfFamily(run, 'ask')) return askState(store, run);
  if (isOfFamily(run, 't-eval')) return tEvalState(store, run);
  if (isOfFamily(run, 'correct')) return correctState(store, run);
  if (isOfFamily(run, 'mtu-bench')) return mtuBenchState(store, run);
  throw new Error(`a run of an unknown family: ${run.name}`);
}

/** What a finished run made, for people. */
export function reportLines(run: Run, out = run.out): string[] {
  if (isOfFamily(run, 'ask') && run.counts) return askReport(run, run.counts, out);
  if (isOfFamily(run, 't-eval') && run.counts) return tEvalReport(run, run.counts, out);
  if (isOfFamily(run, 'correct') && run.counts) return correctReport(run, run.counts, out);
  if (isOfFamily(run, 'mtu-bench') && run.counts) return mtuBenchReport(run, run.counts, out);
  return [`${run.name}: ${run.status}`];
}
