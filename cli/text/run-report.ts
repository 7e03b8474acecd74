import { hostOf } from '../../families/of-run.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';

/** The object of `run --json`: counts and output folder; while it runs, the counts so far. */
export async function runObject(store: Store, run: Run): Promise<object> {
  return (await runState(store, run)).object;
}

/** What a run made so far, as that object and as lines for `status`. */
export async function runState(
  store: Store,
  run: Run,
): Promise<{ readonly object: object; readonly lines: readonly string[] }> {
  const { text } = await hostOf(run);
  const { object, lines } = await text.state(store, run);
  return {
    object: {
      run: run.name,
      family: run.frozen.family,
      status: run.status,
      seed: run.frozen.seed,
      ...object,
      out: run.status === 'finished' ? run.out : null,
      ...(run.error ? { error: run.error } : {}),
    },
    lines,
  };
}

/** A finished run's summary. */
export async function reportLines(run: Run, out = run.out): Promise<string[]> {
  if (run.counts === undefined) return [`${run.name}: ${run.status}`];
  const { text } = await hostOf(run);
  return text.report(run, run.counts, out);
}
