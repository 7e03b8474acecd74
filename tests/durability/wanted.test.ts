import { describe, expect, it } from 'vitest';
import { findRun } from '../../store/runs.js';
import { objectOf, until } from '../support/cli.js';
import { ASK_GRAIN, askWords, inScene, type AskingScene } from '../support/cli-asking.js';
import { isAlive } from '../../engine/processes.js';
import { homeProcesses } from '../support/cli-processes.js';
import { PacedAnswers } from '../support/paced-answers.js';

const ROWS = 80;
const IN_FLIGHT = 4;
const LIMITS = { inFlight: IN_FLIGHT, startInFlight: IN_FLIGHT };

/** A scene of a home with an engine of its own, whose model takes its time. */
async function slowly(work: (scene: AskingScene, model: PacedAnswers) => Promise<void>): Promise<void> {
  const model = new PacedAnswers(50);
  await inScene({ server: { answers: model.answers }, limits: LIMITS, env: ASK_GRAIN }, async (scene) => {
    scene.rows(ROWS);
    await work(scene, model);
  });
}

const sent = ({ server }: AskingScene): number => server.ledger.report().requests;

const statusOf = async (scene: AskingScene): Promise<string | undefined> => {
  const store = await scene.store();
  return store && (await findRun(store, 'out'))?.status;
};

/**
 * `down` at 20 requests: what was in flight is kept, and nobody starts anything again.
 * @param drivers resolves when every process that drives the run has ended
 */
async function expectDown(
  scene: AskingScene,
  model: PacedAnswers,
  drivers: () => Promise<unknown>,
): Promise<void> {
  await until('20 rows are asked', () => sent(scene) >= 20, { everyMs: 2 });
  const answer = model.hold();
  const before = sent(scene);
  const stopping = scene.workspace.spawn(['down', '--json']);
  await until('the store says so', () => scene.isToStop('out'));
  answer();
  const down = await stopping.ended;
  expect(down.code, down.stderr).toBe(0);
  expect(objectOf(down)).toMatchObject({ ran: true, paused: ['out'] });
  await drivers();
  const after = sent(scene);
  expect(after).toBeLessThanOrEqual(before + IN_FLIGHT);
  expect(await scene.kept()).toBe(after);
  expect(homeProcesses(scene.workspace.home)).toEqual([]);
  expect(await statusOf(scene)).toBe('paused');
}

async function expectResumes(scene: AskingScene): Promise<void> {
  const resumed = await scene.resume('out', [], { apart: true });
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(objectOf(resumed)).toMatchObject({ status: 'finished', answered: ROWS });
  expect(scene.server.ledger.report()).toMatchObject({ requests: ROWS, billedTwice: { more: 0 } });
}

describe.concurrent('down', { timeout: 300_000 }, () => {
  it('stops a run that a command drives, which says so and how to go on', () =>
    slowly(async (scene, model) => {
      const run = scene.start('out');
      await expectDown(scene, model, () => run.ended);
      const result = await run.ended;
      expect(result.code, result.stderr).toBe(6);
      expect(objectOf(result)).toMatchObject({ status: 'paused' });
      expect(result.stderr).toContain('(RUN_PAUSED)');
      await expectResumes(scene);
    }));

  it('stops a run in the background', () =>
    slowly(async (scene, model) => {
      const left = await scene.workspace.benchwright(askWords('out', ['--detach']), { apart: true });
      expect(left.code, left.stderr).toBe(0);
      const { pid } = objectOf<{ pid: number }>(left);
      await expectDown(scene, model, () => until('its process has ended', () => !isAlive(pid)));
      await expectResumes(scene);
    }));
});
