import { hostOf } from '../../families/of-run.js';
import type { Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';

/** The object of `run --json`: counts and output folder; while it runs, the counts so far. */
export async function runObject(store: Store, run: Run): Promise<object> {
  return (await runState(store, run)).object;
}

/** The results of a run so far, as that object and as lines for `status`. */
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

interface ReportParts {
  readonly out?: string;
  readonly more?: readonly string[];
  /** Suggested commands for the export. */
  readonly next?: readonly string[];
}

/** A finished run's summary. If its export is empty, it gives advice instead of the suggested commands. */
export async function reportLines(
  store: Store,
  run: Run,
  { out = run.out, more = [], next = [] }: ReportParts = {},
): Promise<string[]> {
  if (run.counts === undefined) return [`${run.name}: ${run.status}`, ...more, ...next];
  const { text } = await hostOf(run);
  const empty = await text.empty?.(store, run, run.counts);
  return [...text.report(run, run.counts, out), ...more, ...(empty ?? next)];
}
