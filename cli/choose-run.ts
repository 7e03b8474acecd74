import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { findRun, listRuns, SETTLED, type Run } from '../store/runs.js';
import type { Store } from '../store/store.js';

/**
 * The run of this name; without a name, the only one that is not finished.
 * @param option that takes the name, where it is no word of its own
 * @throws RUN_NOT_FOUND, USAGE when several could be meant
 */
export async function chooseRun(store: Store, name: string | undefined, option?: '--run'): Promise<Run> {
  const runs = await listRuns(store);
  const names = runs.map((run) => run.name).join(', ') || 'none';
  if (name !== undefined) {
    const run = await findRun(store, name);
    if (run) return run;
    throw new BenchwrightError('RUN_NOT_FOUND', {
      expected: `one of: ${names}`,
      found: JSON.stringify(name),
      next: isQueueOfTools(name, runs)
        ? `That is a queue of tool documents: \`benchwright review list --run ${name}\`, \`benchwright review show ITEM --run ${name}\`.`
        : 'Give one of these names, or begin with `benchwright run`. Another --home has other runs.',
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
    expected: option === undefined ? 'the name of a run' : `${option} with the name of a run`,
    found: `no name, and several runs: ${names}`,
    next: option === undefined ? 'Name one of them.' : `Name one of them: ${option} ${runs[0]?.name}.`,
  });
}

/** Whether a name is that of the queue of a run's tool documents, as `review` calls it. */
const isQueueOfTools = (name: string, runs: readonly Run[]): boolean =>
  name.endsWith('.tools') && runs.some((run) => `${run.name}.tools` === name);

/** Whether anything may still work on the run. */
export const isOpen = (run: Run): boolean => !SETTLED.includes(run.status);
