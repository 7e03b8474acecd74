import { beforeAll, describe, expect, it } from 'vitest';
import { objectOf } from '../support/cli.js';
import type { CliResult } from '../support/cli-result.js';
import { expectFromLedger, toldPerhapsBilled } from '../support/cli-asking-checks.js';
import { ASK_GRAIN, inScene, talkedOver } from '../support/cli-asking.js';
import { killedAt } from '../support/cli-half-run.js';
import { sharedServer } from '../support/cli-server.js';
import { casesFor } from '../support/long.js';
import type { LedgerReport } from '../support/model-server/ledger.js';

const IN_FLIGHT = 4;
/** On the wire, or arrived and on the way into the ledger: a worker has no more rows under way (model-activities.ts). */
const UNDER_WAY = 16;

const STAGES = {
  map: { rows: 40, calls: 40, more: [] },
  conversation: { rows: 10, calls: 40, more: talkedOver(2) },
} as const;
type StageKind = keyof typeof STAGES;

/** Where the worker dies, at the how manieth passage, and whether calls can be on the wire then. */
const FAILPOINTS = [
  { at: 'before-settling', passage: 2, when: 'before outcomes are kept' },
  { at: 'after-settling', passage: 2, when: 'between the keeping of outcomes and what follows' },
  { at: 'before-completion', passage: 3, when: 'before an activity is completed' },
  { at: 'before-rename', passage: 1, when: 'before the export takes its place', idle: true },
  { at: 'after-rename', passage: 1, when: 'after the export took its place', idle: true },
] as const;
const casesOf = (stage: StageKind) => FAILPOINTS.map((failpoint) => ({ stage, idle: false, ...failpoint }));
/** The export is written by the same code for both; the first kill shows that a stage of conversations takes them too. */
const CASES = casesFor(
  [...casesOf('map'), ...casesOf('conversation').filter(({ idle }) => !idle)],
  ({ stage, at, idle }) => (stage === 'map' && !idle) || at === 'before-settling',
);

interface Outcome {
  readonly run: CliResult;
  readonly wasKilled: boolean;
  readonly report: LedgerReport;
  /** What `ledger stats` says was perhaps billed in vain. */
  readonly told: number;
  readonly names: readonly string[];
}

const killedOnce = ({ stage, at, passage }: (typeof CASES)[number]): Promise<Outcome> => {
  const { rows, more } = STAGES[stage];
  const limits = { inFlight: IN_FLIGHT, startInFlight: IN_FLIGHT };
  return inScene({ limits, server: { latencyMs: 50 }, env: sharedServer() }, async (scene) => {
    scene.rows(rows);
    const { env, wasKilled } = killedAt(scene.workspace, at, passage);
    const run = await scene.ask('out', more, { env: { ...env, ...ASK_GRAIN }, timeoutMs: 220_000 });
    if (run.code === 0) await expectFromLedger(scene, 'out', rows);
    const report = scene.server.ledger.report();
    const told = await toldPerhapsBilled(scene);
    return { run, wasKilled: wasKilled(), report, told, names: scene.workspace.names() };
  });
};

describe('a worker that asks models and dies once', () => {
  const outcomes = new Map<object, Outcome>();

  // All at once: each waits ten seconds for Temporal to notice the dead worker, and uses little of the machine.
  beforeAll(async () => {
    await Promise.all(CASES.map(async (one) => outcomes.set(one, await killedOnce(one))));
  }, 300_000);

  it.each(CASES)('$stage: $when, has every answer once but what was on the wire', (one) => {
    const outcome = outcomes.get(one);
    const { rows, calls } = STAGES[one.stage];
    expect(outcome?.wasKilled).toBe(true);
    expect(outcome?.run.code, outcome?.run.stderr).toBe(0);
    expect(objectOf(outcome?.run ?? { stdout: '', stderr: '' })).toMatchObject({
      status: 'finished',
      rows,
      answered: rows,
    });
    expect(outcome?.report.contents).toHaveLength(calls);
    expect(outcome?.report.billedTwice.more).toBeLessThanOrEqual(outcome?.told ?? 0);
    expect(outcome?.told).toBeLessThanOrEqual(one.idle ? 0 : UNDER_WAY);
    expect(outcome?.names.filter((file) => file.includes('partial'))).toEqual([]);
  });
});
