import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { WorkflowBundle } from '@temporalio/worker';
import { workflowIdOf } from '../../app/run/names.js';
import { resolveTEval } from '../../families/t-eval/resolve/resolve-run.js';
import { taskQueue } from '../../worker/task-queue.js';
import { Terminal } from '../../cli/text/terminal.js';
import { configSchema } from '../../families/config.js';
import { LIBRARY_FORMAT } from '../../core/tool-library.js';
import { beginRun, createRun, getRun } from '../../store/runs.js';
import { openStore, type Store } from '../../store/store.js';
import type { FamilyInput, runFamily } from '../../workflows/family.js';
import { SMALL_TOOLS } from './t-eval-inputs.js';
import { approveAll } from './temporal-approve.js';
import { whileAsked } from './temporal-workers.js';

const NO_FAULTS = { invalid: 0, refused: 0, filtered: 0, rateLimited: 0, lost: 0 };
const CONFIG = configSchema().parse({ models: { rehearsal: NO_FAULTS } });

/** Seams in six queries. */
const FINE: FamilyInput['grain'] = {
  sliceRecords: 200,
  ...{ sliceSubjects: 2, parallel: 2, slicesAnExecution: 2 },
  ...{ callsAnActivity: 20, planned: 4, eventsAnExecution: 150 },
};

/** A rehearsed run of `t-eval` over three small tools, in a temporary folder with a store of its own. */
export class TEvalExample {
  private constructor(
    readonly folder: string,
    private readonly store: Store,
    private readonly runId: string,
    private readonly reviewed: string | undefined,
  ) {}

  /** @param reviewed what people decide on: its tool documents, which are completed then, or its queries */
  static async create(reviewed?: string): Promise<TEvalExample> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'benchwright t-eval-')));
    const tools = join(folder, 'tools.json');
    writeFileSync(tools, JSON.stringify({ format: LIBRARY_FORMAT, tools: SMALL_TOOLS }));
    const store = await openStore(join(folder, 'store.db'));
    const context = { config: CONFIG, configFile: undefined, home: folder, terminal: new Terminal(false) };
    const asked = await resolveTEval(context, store, {
      ...{ name: 'example', seed: 7, out: join(folder, 'out') },
      ...{ tools: [tools], queries: 6, rehearse: true },
      ...(reviewed === 'tools' && { completeTools: true, reviewTools: 'single' }),
      ...(reviewed === 'queries' && { reviewQueries: 'single' }),
    });
    const { runId } = await createRun(store, asked);
    return new TEvalExample(folder, store, runId, reviewed);
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
    return client.workflow.start<typeof runFamily>('t-eval', {
      workflowId: workflowIdOf(this.store, runId),
      taskQueue: taskQueue(this.store),
      args: [{ runId, out, settings, reviewed: false, batch: false, grain: FINE }],
    });
  }

  /** Approves all that people decide on once the run waits for that, and wakes it. */
  async approve(handle: { signal: (name: string) => Promise<void> }): Promise<void> {
    const { folder, store, runId, reviewed: part } = this;
    await approveAll({ folder, store, runId, part }, handle);
  }

  async dispose(): Promise<void> {
    await this.store.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
