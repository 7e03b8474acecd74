import { describe, expect, it } from 'vitest';
import type { Target } from '../../bench/chaos/plan.js';
import { COMPLETE_STAGE, QUERIES_STAGE } from '../../core/t-eval/run.js';
import { toldPerhapsBilled } from '../support/cli-asking-checks.js';
import { completing, documentLines, writePoorTools } from '../support/cli-documents.js';
import { KilledRun } from '../support/cli-killed-run.js';
import {
  done,
  expectAllAccounted,
  expectRebuilt,
  inTEvalScene,
  T_EVAL_GRAIN,
  usedIn,
} from '../support/cli-t-eval.js';
import { until } from '../support/cli.js';
import { manyPoorTools } from '../support/poor-tools.js';
import { annotator, reviewing } from '../support/reviewed-run.js';

const TIMEOUT_MS = 400_000;
const QUERIES = 6;
const IN_FLIGHT = 3;
const DOCUMENTS = 24;

describe('run t-eval that completes tool documents', { timeout: TIMEOUT_MS }, () => {
  it('pays nothing again but what was on the wire after kills, and waits for people after one', () =>
    inTEvalScene(
      { limits: { inFlight: IN_FLIGHT, startInFlight: IN_FLIGHT }, server: { latencyMs: 150 } },
      async (scene) => {
        const { workspace } = scene;
        writePoorTools(workspace, manyPoorTools(4));
        const words = completing('out', QUERIES, ['--review-tools', 'single']);
        const run = await KilledRun.start(scene, {
          start: (options) => workspace.spawn(words, options),
          ...{ env: T_EVAL_GRAIN, timeoutMs: TIMEOUT_MS },
        });
        const kills: readonly (readonly [Target, number])[] = [
          ['worker', 4],
          ['everything', 12],
        ];
        for (const [target, answers] of kills)
          await run.kill(target, {
            what: `${COMPLETE_STAGE} has used ${answers} answers`,
            reached: async () => (await usedIn(scene, COMPLETE_STAGE)) >= answers,
          });
        expect(done(await run.ended)).toMatchObject({
          ...{ status: 'waiting for review', review: { waiting: DOCUMENTS } },
        });
        expect(await usedIn(scene, QUERIES_STAGE)).toBe(0);
        await reviewing(
          workspace.path('home', 'store.db'),
          'out',
          ({ work }) => work(annotator('ada'), () => ({ verdict: 'approve' })),
          'tools',
        );
        // Killed again when queries are made of what was accepted.
        const resumed = workspace.spawn(['resume', 'out', '--json'], {
          env: T_EVAL_GRAIN,
          timeoutMs: TIMEOUT_MS,
        });
        await until('queries are made', async () => (await usedIn(scene, QUERIES_STAGE)) > 0, {
          ...{ everyMs: 1, timeoutMs: TIMEOUT_MS },
        });
        resumed.kill();
        await resumed.ended;
        done(await scene.resume('out'));
        const { counts } = expectAllAccounted(workspace, 'out', QUERIES);
        expect(counts.documents).toEqual({ poor: DOCUMENTS, completed: DOCUMENTS, edited: 0, asGiven: {} });
        expect(documentLines(workspace, 'out')).toHaveLength(DOCUMENTS);
        const { billedTwice } = scene.server.ledger.report();
        expect(billedTwice.more, `after kills of ${run.killed.join(', ')}`).toBeLessThanOrEqual(
          run.lost + IN_FLIGHT,
        );
        expect(await toldPerhapsBilled(scene)).toBeGreaterThanOrEqual(billedTwice.more);
        await expectRebuilt(workspace, 'out');
      },
    ));
});
