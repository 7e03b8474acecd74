import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { GATE_NOUNS, gateQueueName, REVIEW_GATES, type ReviewGate } from '../../core/review/gates.js';
import { findRun, listRuns, SETTLED, type Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';

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
    const part = partCalled(name, runs);
    throw new BenchwrightError('RUN_NOT_FOUND', {
      expected: `one of: ${names}`,
      found: JSON.stringify(name),
      next: part
        ? `That is a queue of ${GATE_NOUNS[part]}: \`benchwright review list --run ${name}\`, \`benchwright review show ITEM --run ${name}\`.`
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

/** The part of a run whose queue has this name, as `review` calls it. */
const partCalled = (name: string, runs: readonly Run[]): ReviewGate | undefined =>
  REVIEW_GATES.find((part) => runs.some((run) => gateQueueName(run.name, part) === name));

/** Whether anything may still work on the run. */
export const isOpen = (run: Run): boolean => !SETTLED.includes(run.status);
