import { resolve } from 'node:path';
import { sumOf } from '../../../core/counts.js';
import { EXIT } from '../../../core/errors/catalogue.js';
import type { Stage } from '../../../core/run.js';
import { parseBudget } from '../../../llm/cost/budget.js';
import { setRunBudget } from '../../../store/ledger/spending.js';
import { progressOf } from '../../../families/run-state.js';
import { isOfFamily, listRuns, ofFamily, type Run } from '../../../store/runs.js';
import type { Store } from '../../../store/store.js';
import { askState } from '../../../families/ask/text.js';
import { chooseRun } from '../../../app/run/choose-run.js';
import { withStore, type GlobalOptions } from '../../../app/context.js';
import { estimateAsk } from '../../../families/ask/plan/estimate.js';
import { estimateRest } from '../../../families/mtu-bench/plan/estimate.js';
import { estimateTEval } from '../../../families/t-eval/plan/estimate.js';
import { planLines } from '../../text/plan.js';
import { callsOfAll, costOfAll } from '../../../app/plan/stage-plan.js';
import { openContext, type CliContext } from '../../open-context.js';
import { finishRun } from './run.js';

export interface ResumeOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  /** `50usd`, `50usd,hard`, or `none`. */
  readonly budget?: string;
}

/** `resume [NAME]`: goes on with a run from the store alone; `--dry-run` says what is left. @returns the exit code */
export async function resumeCommand(name: string | undefined, options: ResumeOptions): Promise<number> {
  const context = await openContext(options);
  const { budget } = options;
  const lifted = budget === undefined || budget === 'none' ? null : parseBudget(budget);
  return withStore(context, async (store) => {
    const runs = await listRuns(store);
    if (name === undefined && runs.length > 1 && runs.every(({ status }) => status === 'finished')) {
      context.terminal.result({ left: null, finished: runs.map((run) => run.name) }, [
        `nothing to resume: all ${runs.length} runs are finished`,
      ]);
      return EXIT.ok;
    }
    const run = await chooseRun(store, name);
    if (budget !== undefined && options.dryRun !== true) await setRunBudget(store, run.runId, lifted);
    if (options.dryRun !== true) return finishRun(context, store, run, resolve(run.out));
    if (isOfFamily(run, 'ask')) return leftToAsk(context, store, run);
    if (isOfFamily(run, 't-eval')) return leftToAnnotate(context, store, run);
    if (isOfFamily(run, 'correct')) return leftToCorrect(context, store, run);
    return leftToConvert(context, store, ofFamily(run, 'mtu-bench'));
  });
}

/** What a run of `mtu-bench` has left: records, stages, calls, cost. */
async function leftToConvert(context: CliContext, store: Store, run: Run<'mtu-bench'>): Promise<number> {
  const progress = await progressOf(store, run);
  const convert = progress.find(({ stage }) => stage === 'convert');
  const left = (convert?.total ?? 0) - (convert?.done ?? 0);
  const isDone = (stage: Stage): boolean => {
    const found = progress.find((candidate) => candidate.stage === stage);
    return found !== undefined && found.done === found.total;
  };
  const finished = run.status === 'finished';
  const stages = await estimateRest(run, {
    home: store,
    priceOf: (model) => context.config.models.prices[model],
    onProgress: (message) => context.terminal.note(message),
  });
  const object = {
    run: run.name,
    status: run.status,
    left: {
      cluster: !finished && !isDone('cluster'),
      records: left,
      split: !finished && !isDone('split'),
      export: !finished,
    },
    stages,
    calls: callsOfAll(stages),
    cost: costOfAll(stages) ?? null,
  };
  const lines = finished
    ? [`${run.name}: finished, nothing is left`]
    : [
        `${run.name}: ${run.status}`,
        ...(object.left.cluster ? ['  left to cluster: the tools'] : []),
        `  left to convert: ${left} of ${convert?.total ?? 0} records`,
        ...(object.left.split ? ['  left to split:   the items'] : []),
        '  left to write:   the export',
        ...(stages.length === 0 ? ['  model calls:     0, cost 0'] : ['', ...planLines(stages)]),
      ];
  context.terminal.result(object, lines);
  return EXIT.ok;
}

/** What a run of `ask` has left: rows, calls, cost. */
async function leftToAsk(context: CliContext, store: Store, run: Run<'ask'>): Promise<number> {
  const { rows, answered, setAside } = await askState(store, run);
  const left = rows - answered - sumOf(setAside);
  const { prices } = context.config.models;
  const stages =
    run.status === 'finished' ? [] : await estimateAsk(store, run.runId, store, (model) => prices[model]);
  const object = {
    run: run.name,
    status: run.status,
    left: { rows: left },
    stages,
    cost: costOfAll(stages) ?? null,
  };
  const lines =
    run.status === 'finished'
      ? [`${run.name}: finished, nothing is left`]
      : [`${run.name}: ${run.status}, ${left} of ${rows} rows are left`, ...planLines(stages)];
  context.terminal.result(object, lines);
  return EXIT.ok;
}

/** What a run of `t-eval` has left: subjects of each stage that has begun, calls, cost. */
async function leftToAnnotate(context: CliContext, store: Store, run: Run<'t-eval'>): Promise<number> {
  const { prices } = context.config.models;
  const finished = run.status === 'finished';
  const stages = finished ? [] : await estimateTEval(store, run.runId, store, (model) => prices[model]);
  const progress = await progressOf(store, run);
  const left = Object.fromEntries(progress.map(({ stage, total, done }) => [stage, total - done]));
  context.terminal.result(
    { run: run.name, status: run.status, left, stages, cost: costOfAll(stages) ?? null },
    finished
      ? [`${run.name}: finished, nothing is left`]
      : [
          `${run.name}: ${run.status}`,
          ...progress.map(({ stage, total, done }) => `  left of ${stage}: ${total - done} of ${total}`),
          ...planLines(stages),
        ],
  );
  return EXIT.ok;
}

/** What a run of `correct` has left: lines to read, records to decide on. It asks no model. */
async function leftToCorrect(context: CliContext, store: Store, run: Run<'correct'>): Promise<number> {
  const progress = await progressOf(store, run);
  const left = Object.fromEntries(progress.map(({ stage, total, done }) => [stage, total - done]));
  context.terminal.result(
    { run: run.name, status: run.status, left, stages: [], cost: 0 },
    run.status === 'finished'
      ? [`${run.name}: finished, nothing is left`]
      : [
          `${run.name}: ${run.status}`,
          ...progress.map(({ stage, total, done }) => `  left of ${stage}: ${total - done} of ${total}`),
        ],
  );
  return EXIT.ok;
}
