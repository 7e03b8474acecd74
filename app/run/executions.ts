import { askStageOf } from '../../core/ask-run.js';
import { decidesOnIntents } from '../../core/intents.js';
import { isReviewed } from '../../core/review/policy.js';
import { isOfFamily, type Run } from '../../store/runs.js';
import type { AskInput } from '../../workflows/ask.js';
import type {
  ask,
  exportAnswers,
  exportDataset,
  exportPaths,
  correct,
  exportCorrections,
  mtuBench,
  tEval,
} from '../../workflows/index.js';
import type { MtuBenchInput } from '../../workflows/mtu-bench.js';
import { workersFor } from '../../worker/worker-child.js';

/** Grain of the stages (DESIGN.md, "Grain of activities"); BENCHWRIGHT_GRAIN is for tests that want to see every seam. */
const GRAIN: MtuBenchInput['grain'] & AskInput['grain'] = {
  sliceRecords: 200,
  parallel: 8,
  slicesAnExecution: 500,
  sliceSubjects: 200,
  callsAnActivity: 6,
  planned: 1_500,
  eventsAnExecution: 3_500,
  ...(JSON.parse(process.env['BENCHWRIGHT_GRAIN'] ?? '{}') as Partial<
    MtuBenchInput['grain'] & AskInput['grain']
  >),
};

/** A workflow with what it is begun with. */
type Started<W extends (input: never) => Promise<void>> = {
  readonly workflowType: string;
  readonly args: Parameters<W>;
};
const started = <W extends (input: never) => Promise<void>>(
  workflowType: string,
  ...args: Parameters<W>
): Started<W> => ({ workflowType, args });

/** The workflow that does a run's work. */
export function executionOf(
  run: Run,
): Started<typeof mtuBench> | Started<typeof ask> | Started<typeof tEval> | Started<typeof correct> {
  const { runId, out } = run;
  if (isOfFamily(run, 'correct'))
    return started<typeof correct>('correct', { runId, out, review: isReviewed(run.frozen.review) });
  if (isOfFamily(run, 'ask'))
    return started<typeof ask>('ask', {
      runId,
      out,
      stage: askStageOf(run.frozen.settings),
      batch: run.frozen.models.batch,
      grain: GRAIN,
    });
  if (isOfFamily(run, 't-eval'))
    return started<typeof tEval>('tEval', {
      ...{ runId, out, grain: GRAIN },
      refine: run.frozen.settings.refine,
      batch: run.frozen.models.batch,
      review: isReviewed(run.frozen.review),
      ...(run.frozen.settings.complete && {
        complete: { review: isReviewed(run.frozen.settings.complete.review) },
      }),
      ...(run.frozen.settings.reviewQueries && { reviewQueries: true as const }),
    });
  if (!isOfFamily(run, 'mtu-bench')) throw new Error(`no workflow for ${run.frozen.family}`);
  const { settings, models } = run.frozen;
  const { judgeIntents, reviewIntents, create, recheck, rewrite } = settings;
  return started<typeof mtuBench>('mtuBench', {
    runId,
    out,
    grain: GRAIN,
    ...(decidesOnIntents(settings) && {
      intents: { ...(judgeIntents && { judge: GRAIN }), ...(reviewIntents && { review: true as const }) },
    }),
    ...(create && { create: GRAIN }),
    ...(settings.reviewDuplicates && { reviewDuplicates: true as const }),
    ...(recheck && { recheck: GRAIN }),
    ...(rewrite && { rewrite: GRAIN }),
    ...((judgeIntents ?? create ?? recheck ?? rewrite) && { batch: models?.batch ?? false }),
    ...(isReviewed(run.frozen.review) && { review: true }),
  });
}

/** The workflow that writes a finished run's export to another folder. */
export function exportOf(
  run: Run,
  out: string,
  acceptedOnly = false,
):
  | Started<typeof exportDataset>
  | Started<typeof exportAnswers>
  | Started<typeof exportPaths>
  | Started<typeof exportCorrections> {
  const { runId } = run;
  if (isOfFamily(run, 'correct'))
    return started<typeof exportCorrections>('exportCorrections', { runId, out, acceptedOnly });
  if (isOfFamily(run, 't-eval'))
    return started<typeof exportPaths>('exportPaths', { runId, out, ...(acceptedOnly && { acceptedOnly }) });
  return isOfFamily(run, 'ask')
    ? started<typeof exportAnswers>('exportAnswers', { runId, out })
    : started<typeof exportDataset>('exportDataset', { runId, out, ...(acceptedOnly && { acceptedOnly }) });
}

/** How many workers a run gets from the command that drives it. Asking models waits more than it works. */
export function workersOf(run: Run): number {
  if (!isOfFamily(run, 'mtu-bench')) return 1;
  const shards = run.frozen.sources.flatMap((source) => source.shards);
  return workersFor(shards.reduce((sum, { records }) => sum + records, 0));
}
