import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { WorkflowBundle } from '@temporalio/worker';
import { workflowIdOf } from '../../app/run/names.js';
import { resolveUltraTool } from '../../families/ultratool/resolve/resolve-run.js';
import { taskQueue } from '../../worker/task-queue.js';
import { Terminal } from '../../cli/text/terminal.js';
import { configSchema } from '../../families/config.js';
import { beginRun, createRun, getRun } from '../../store/runs.js';
import { openStore, type Store } from '../../store/store.js';
import type { FamilyInput, runFamily } from '../../workflows/family.js';
import { whileAsked } from './temporal-workers.js';

const NO_FAULTS = { invalid: 0, refused: 0, filtered: 0, rateLimited: 0, lost: 0 };
const CONFIG = configSchema().parse({ models: { rehearsal: NO_FAULTS } });

/** Seams in six queries. */
const FINE: FamilyInput['grain'] = {
  sliceRecords: 200,
  ...{ sliceSubjects: 2, parallel: 2, slicesAnExecution: 2 },
  ...{ callsAnActivity: 20, planned: 4, eventsAnExecution: 150 },
};

/** A rehearsed run of `ultratool` from three queries, in a temporary folder with a store of its own. */
export class UltraToolExample {
  private constructor(
    readonly folder: string,
    private readonly store: Store,
    private readonly runId: string,
  ) {}

  static async create(): Promise<UltraToolExample> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'benchwright ultratool-')));
    const queries = join(folder, 'queries.csv');
    writeFileSync(queries, 'domain,query\nA,Book a flight.\nB,Cancel the train.\nC,Print a report.\n');
    const store = await openStore(join(folder, 'store.db'));
    const context = { config: CONFIG, configFile: undefined, home: folder, terminal: new Terminal(false) };
    const asked = await resolveUltraTool({
      ...{ context, store, name: 'example', out: join(folder, 'out') },
      options: { seed: 7, queries, rehearse: true },
    });
    const { runId } = await createRun(store, asked);
    return new UltraToolExample(folder, store, runId);
  }

  /** Does something while a worker like the product's works. */
  working(
    env: TestWorkflowEnvironment,
    workflowBundle: WorkflowBundle,
    work: () => Promise<void>,
  ): Promise<void> {
    return whileAsked({ env, workflowBundle, store: this.store }, CONFIG, work);
  }

  /** Starts the work as `benchwright run` does. */
  async start(client: Client): Promise<WorkflowHandleWithFirstExecutionRunId<typeof runFamily>> {
    await beginRun(this.store, this.runId);
    const { runId } = this;
    const { settings } = (await getRun(this.store, runId)).frozen;
    const out = join(this.folder, 'out');
    return client.workflow.start<typeof runFamily>('ultratool', {
      workflowId: workflowIdOf(this.store, runId),
      taskQueue: taskQueue(this.store),
      args: [{ runId, out, settings, reviewed: false, batch: false, grain: FINE }],
    });
  }

  async dispose(): Promise<void> {
    await this.store.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
