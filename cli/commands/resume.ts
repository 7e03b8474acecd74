import { resolve } from 'node:path';
import { EXIT } from '../../core/errors/catalogue.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { Stage } from '../../core/run.js';
import { listProgress } from '../../store/progress.js';
import { listRuns, findRun, SETTLED, type Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { openContext, withStore, type GlobalOptions } from '../context.js';
import { finishRun } from './run.js';

/** `resume [NAME]`: goes on with a run from the store alone; `--dry-run` says what is left. @returns the exit code */
export async function resumeCommand(
  name: string | undefined,
  options: GlobalOptions & { readonly dryRun?: boolean },
): Promise<number> {
  const context = await openContext(options);
  return withStore(context, async (store) => {
    const runs = await listRuns(store);
    if (name === undefined && runs.length > 1 && runs.every(({ status }) => status === 'finished')) {
      context.terminal.result({ left: null, finished: runs.map((run) => run.name) }, [
        `nothing to resume: all ${runs.length} runs are finished`,
      ]);
      return EXIT.ok;
    }
    const run = await chooseRun(store, name);
    if (options.dryRun !== true) return finishRun(context, store, run, resolve(run.out));
    const progress = await listProgress(store, run.runId);
    const convert = progress.find(({ stage }) => stage === 'convert');
    const left = (convert?.total ?? 0) - (convert?.done ?? 0);
    const isDone = (stage: Stage): boolean => {
      const found = progress.find((candidate) => candidate.stage === stage);
      return found !== undefined && found.done === found.total;
    };
    const finished = run.status === 'finished';
    const object = {
      run: run.name,
      status: run.status,
      left: {
        cluster: !finished && !isDone('cluster'),
        records: left,
        split: !finished && !isDone('split'),
        export: !finished,
      },
      // No stage of this family asks a model yet: nothing is to be paid.
      calls: 0,
      cost: 0,
    };
    const lines = finished
      ? [`${run.name}: finished, nothing is left`]
      : [
          `${run.name}: ${run.status}`,
          ...(object.left.cluster ? ['  left to cluster: the tools'] : []),
          `  left to convert: ${left} of ${convert?.total ?? 0} records`,
          ...(object.left.split ? ['  left to split:   the items'] : []),
          '  left to write:   the export',
          '  model calls:     0, cost 0',
        ];
    context.terminal.result(object, lines);
    return EXIT.ok;
  });
}

/**
 * The run of this name; without a name, the only one that is not finished.
 * @throws RUN_NOT_FOUND, USAGE when several could be meant
 */
export async function chooseRun(store: Store, name: string | undefined): Promise<Run> {
  const runs = await listRuns(store);
  const names = runs.map((run) => run.name).join(', ') || 'none';
  if (name !== undefined) {
    const run = await findRun(store, name);
    if (run) return run;
    throw new BenchwrightError('RUN_NOT_FOUND', {
      expected: `one of: ${names}`,
      found: JSON.stringify(name),
      next: 'Give one of these names, or begin with `benchwright run`. Another --home has other runs.',
    });
  }
  const open = runs.filter((run) => run.status !== 'finished');
  const [only] = open.length > 0 ? open : runs;
  if (only && (open.length === 1 || runs.length === 1)) return only;
  if (!only)
    throw new BenchwrightError('RUN_NOT_FOUND', {
      expected: 'a run in this home',
      found: 'none',
      next: 'Begin with `benchwright run mtu-bench --source sgd=DIR --out DIR`.',
    });
  throw new BenchwrightError('USAGE', {
    expected: 'the name of a run',
    found: `no name, and several runs: ${names}`,
    next: 'Name one of them.',
  });
}

/** Whether anything may still work on the run. */
export const isOpen = (run: Run): boolean => !SETTLED.includes(run.status);
