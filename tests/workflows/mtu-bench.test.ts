import { appendFileSync, existsSync } from 'node:fs';
import { cancellationSignal } from '@temporalio/activity';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { WorkflowBundle } from '@temporalio/worker';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { verifyExport } from '../../outputs/verify-export.js';
import { requestCancel } from '../../store/runs.js';
import { listEvents } from '../../store/events.js';
import type { ConvertGrain } from '../../workflows/stages/convert.js';
import {
  breakRecords,
  editFile,
  exportedFiles,
  ExampleRun,
  FINE,
  WHOLE,
  type ExampleOptions,
  type Steps,
} from '../support/temporal-example-run.js';
import { activitiesOf, historiesOf } from '../support/temporal-history.js';
import { testBundle, testServer } from '../support/temporal.js';

let env: TestWorkflowEnvironment;
let bundle: WorkflowBundle;
/** What an undisturbed run writes. */
let undisturbed: Record<string, string>;

const open: ExampleRun[] = [];

async function exampleRun(options?: ExampleOptions): Promise<ExampleRun> {
  const example = await ExampleRun.create(options);
  open.push(example);
  return example;
}

/** Works on a run until its execution ends, whichever way. @returns the execution and how it ended */
async function work(example: ExampleRun, grain: ConvertGrain, steps?: Steps) {
  const worker = await example.worker(env, bundle, steps);
  const handle = await example.start(env.client, grain);
  await worker.runUntil(handle.result().catch(() => undefined));
  return { handle, ended: (await handle.describe()).status.name };
}

const histories = (handle: WorkflowHandleWithFirstExecutionRunId) =>
  historiesOf(env.client, handle.workflowId, handle.firstExecutionRunId);

beforeAll(async () => {
  env = await testServer();
  bundle = testBundle();
  const example = await ExampleRun.create();
  await work(example, WHOLE);
  undisturbed = exportedFiles(example.out);
  await example.dispose();
});

afterEach(async () => {
  for (const example of open.splice(0)) await example.dispose();
});

describe('a run that nothing disturbs', () => {
  it('finishes with its counts and an export that agrees with its manifest', async () => {
    const example = await exampleRun();
    const { ended } = await work(example, WHOLE);
    const run = await example.now();
    expect({ ended, status: run.status, error: run.error }).toEqual({
      ended: 'COMPLETED',
      status: 'finished',
      error: undefined,
    });
    expect(run.counts).toMatchObject({
      read: 22,
      converted: 21,
      setAside: {},
      dropped: { 'call lacks a required parameter': 1 },
      corpus: {
        'sgd/train': { dialogues: 15, turns: 188, calls: 37 },
        'sgd/dev': { dialogues: 7, turns: 78, calls: 16 },
      },
    });
    const verified = await verifyExport(example.out);
    expect(verified).toMatchObject({ changed: [], missing: [], unexpected: [], disagreements: [] });
    expect(verified.manifest.counts).toEqual(run.counts);
  });

  it('takes three activities for the records of three files, and four for the run as a whole', async () => {
    const example = await exampleRun();
    const { handle } = await work(example, WHOLE);
    const [history, ...more] = await histories(handle);
    expect(more).toEqual([]);
    expect(activitiesOf(history ?? {})).toEqual({
      openRun: 1,
      planSlices: 1,
      convertSlice: 3,
      settleRecords: 1,
      exportDataset: 1,
      closeRun: 1,
    });
  });
});

describe('continue as new', () => {
  it('follows after each share of slices, and the same bytes come out', async () => {
    const example = await exampleRun();
    const { handle } = await work(example, FINE);
    expect((await example.now()).status).toBe('finished');
    expect(exportedFiles(example.out)).toEqual(undisturbed);

    const slices = (await histories(handle)).map((history) => activitiesOf(history)['convertSlice'] ?? 0);
    expect(slices).toEqual([3, 3, 3, 3, 0]);
    const settled = (await listEvents(example.store, example.runId)).filter((e) => e.type === 'slice settled');
    expect(settled).toHaveLength(12);
  });

  it('keeps a history to six events an activity', async () => {
    const example = await exampleRun();
    const { handle } = await work(example, FINE);
    for (const history of await histories(handle)) {
      const activities = Object.values(activitiesOf(history)).reduce((sum, count) => sum + count, 0);
      // Beside those: the execution's start and end, and one workflow task.
      expect(history.events?.length).toBeLessThanOrEqual(6 * activities + 5);
    }
  });

  it('asks the store what is left: an execution that is started anew repeats no slice', async () => {
    const example = await exampleRun();
    const half = await work(example, FINE, {
      convertSlice: async (call, real) => {
        if (call === 6) await env.client.workflow.getHandle(workflowIdOf(example)).terminate('lost');
        return real();
      },
    });
    expect(half.ended).toBe('TERMINATED');
    const before = (await listEvents(example.store, example.runId)).filter(isSlice).length;
    const { handle } = await work(example, FINE);
    const slices = (await histories(handle)).map((history) => activitiesOf(history)['convertSlice'] ?? 0);
    expect(slices.reduce((sum, count) => sum + count, 0)).toBe(12 - before);
    expect(exportedFiles(example.out)).toEqual(undisturbed);
  });
});
