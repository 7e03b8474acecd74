import { resolve } from 'node:path';
import { EXIT } from '../../../core/errors/catalogue.js';
import { parseBudget } from '../../../llm/cost/budget.js';
import { setRunBudget } from '../../../store/ledger/spending.js';
import { listRuns, type Run } from '../../../store/runs.js';
import { acceptFailures } from '../../../store/stages/failures.js';
import type { Store } from '../../../store/store.js';
import { chooseRun } from '../../../app/run/choose-run.js';
import { moveUnanswered } from '../../../app/run/endpoints.js';
import { whatIsLeft } from '../../../app/run/what-is-left.js';
import { withStore, type GlobalOptions } from '../../../app/context.js';
import { planLines } from '../../text/plan.js';
import { planningOf } from '../../../app/plan/planning.js';
import { callsOfAll, costOfAll } from '../../../app/plan/stage-plan.js';
import { openContext, type CliContext } from '../../open-context.js';
import { leaveRunAlone } from './detach.js';
import { finishRun } from './run.js';

export interface ResumeOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  /** Whether to leave the run to a separate process. */
  readonly detach?: boolean;
  /** Whether the run continues regardless of how many of a stage's answers are unusable. */
  readonly acceptFailures?: boolean;
  /** `50usd`, `50usd,hard`, or `none`. */
  readonly budget?: string;
}

/** `resume [NAME]`: resumes a run from the store alone; `--dry-run` shows the remaining work. @returns the exit code */
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
    const chosen = await chooseRun(store, name);
    const run = options.dryRun === true ? chosen : await moveUnanswered(context, store, chosen);
    if (budget !== undefined && options.dryRun !== true) await setRunBudget(store, run.runId, lifted);
    if (options.acceptFailures === true && options.dryRun !== true) await acceptFailures(store, run.runId);
    if (options.detach === true && options.dryRun !== true && run.status !== 'finished')
      return leaveRunAlone(context, store, run);
    if (options.dryRun !== true) return finishRun(context, store, run, resolve(run.out));
    return printLeft(context, store, run);
  });
}

/** Prints the remaining work of a run: work items by stage, calls, cost. */
async function printLeft(context: CliContext, store: Store, run: Run): Promise<number> {
  const { name, status } = run;
  const { left, plans, lines } = await whatIsLeft(store, run, planningOf(context, store));
  context.terminal.result(
    { run: name, status, left, stages: plans, calls: callsOfAll(plans), cost: costOfAll(plans) ?? null },
    status === 'finished'
      ? [`${name}: finished, nothing is left`]
      : [`${name}: ${status}`, ...lines, ...(plans.length === 0 ? [] : ['', ...planLines(plans)])],
  );
  return EXIT.ok;
}
