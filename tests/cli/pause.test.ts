import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { digestTree, EXAMPLE, FINE_GRAIN, objectOf } from '../support/cli.js';
import { leaveHalfRun, startHalfRun } from '../support/cli-half-run.js';
import { sharedServer } from '../support/cli-server.js';
import { inWorkspace, undisturbedDigests } from '../support/cli-workspace.js';

let expected: Record<string, string>;
beforeAll(async () => {
  expected = await undisturbedDigests(EXAMPLE, sharedServer());
});

/** Together: each waits ten seconds for Temporal to notice a dead worker. */
describe('pause', { timeout: 300_000 }, () => {
  it('ends the work for now and tells whoever waits; resume finishes with the same bytes', () =>
    inWorkspace(async (workspace) => {
      const run = await startHalfRun(workspace, EXAMPLE, 'rested');
      const paused = await workspace.benchwright(['pause', 'rested', '--json']);
      expect(paused.code, paused.stderr).toBe(0);
      expect(objectOf(paused)).toEqual({ run: 'rested', status: 'paused' });
      const told = await run.ended;
      expect(objectOf(told)).toMatchObject({ status: 'paused', out: null });
      expect(told.stderr).toContain('(RUN_PAUSED)');
      expect(told.stderr).toContain('benchwright resume rested');
      expect(existsSync(workspace.path('rested'))).toBe(false);

      const again = await workspace.benchwright(['pause', 'rested']);
      expect(again).toMatchObject({ code: 0, stdout: 'rested was paused already; nothing to pause\n' });

      const resumed = await workspace.benchwright(['resume', 'rested', '--json'], { env: FINE_GRAIN });
      expect(resumed.code, resumed.stderr).toBe(0);
      expect(digestTree(workspace.path('rested'))).toEqual(expected);
    }, sharedServer()));

  it('holds for a run whose command and worker are dead already', () =>
    inWorkspace(async (workspace) => {
      await leaveHalfRun(workspace, EXAMPLE, 'dead');
      const paused = await workspace.benchwright(['pause', 'dead', '--json']);
      expect(objectOf(paused)).toEqual({ run: 'dead', status: 'paused' });
      const resumed = await workspace.benchwright(['resume', 'dead', '--json'], { env: FINE_GRAIN });
      expect(resumed.code, resumed.stderr).toBe(0);
      expect(digestTree(workspace.path('dead'))).toEqual(expected);
    }, sharedServer()));

  it('may be made into a cancel, and either is taken up by the run’s own command', () =>
    inWorkspace(async (workspace) => {
      await leaveHalfRun(workspace, EXAMPLE, 'twice');
      for (const how of ['pause', 'cancel']) {
        const ended = await workspace.benchwright([how, 'twice', '--json']);
        expect(ended.code, ended.stderr).toBe(0);
      }
      const run = await workspace.run('twice', [], { env: FINE_GRAIN });
      expect(run.code, run.stderr).toBe(0);
      expect(digestTree(workspace.path('twice'))).toEqual(expected);
    }, sharedServer()));
});
