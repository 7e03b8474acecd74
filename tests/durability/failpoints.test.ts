import { beforeAll, describe, expect, it } from 'vitest';
import { digestTree, EXAMPLE, objectOf } from '../support/cli.js';
import type { CliResult } from '../support/cli-result.js';
import { killedAt } from '../support/cli-half-run.js';
import { sharedServer } from '../support/cli-server.js';
import { inWorkspace, runWords, undisturbedDigests } from '../support/cli-workspace.js';

/** Where the worker dies, and at the how manieth passage. */
const FAILPOINTS = {
  'after-clusterTools': 1,
  'before-commit': 4,
  'after-commit': 4,
  'before-completion': 3,
  'after-splitItems': 1,
  'export-file': 3,
  'before-rename': 1,
  'after-rename': 1,
} as const;
type Failpoint = keyof typeof FAILPOINTS;

interface Outcome {
  readonly run: CliResult;
  readonly wasKilled: boolean;
  readonly digests: Record<string, string>;
  /** What lies in the workspace in the end. */
  readonly names: readonly string[];
}

const killedOnce = (failpoint: Failpoint): Promise<Outcome> =>
  inWorkspace(async (workspace) => {
    const { env, wasKilled } = killedAt(workspace, failpoint, FAILPOINTS[failpoint]);
    const run = await workspace.benchwright(runWords(EXAMPLE, 'out'), { env });
    const digests = run.code === 0 ? digestTree(workspace.path('out')) : {};
    return { run, wasKilled: wasKilled(), digests, names: workspace.names() };
  }, sharedServer());

describe('a worker that dies once', () => {
  let expected: Record<string, string>;
  const outcomes = new Map<string, Outcome>();

  // All at once: each waits ten seconds for Temporal to notice the dead worker, and uses little of the machine.
  beforeAll(async () => {
    expected = await undisturbedDigests(EXAMPLE, sharedServer());
    const names = Object.keys(FAILPOINTS) as Failpoint[];
    await Promise.all(names.map(async (name) => outcomes.set(name, await killedOnce(name))));
  }, 300_000);

  it.each([
    ['between the clustering of tools and its completion', 'after-clusterTools'],
    ['before a commit', 'before-commit'],
    ['between a commit and what follows', 'after-commit'],
    ['before the activity is completed', 'before-completion'],
    ['between the division of items and its completion', 'after-splitItems'],
    ['between two files of the export', 'export-file'],
    ['before the export takes its place', 'before-rename'],
    ['after the export took its place', 'after-rename'],
  ] as const)('%s leaves the same bytes and nothing beside them', (_when, name) => {
    const outcome = outcomes.get(name);
    expect(outcome?.wasKilled).toBe(true);
    expect(outcome?.run.code, outcome?.run.stderr).toBe(0);
    expect(objectOf(outcome?.run ?? { stdout: '', stderr: '' })).toMatchObject({
      status: 'finished',
      read: 22,
      converted: 21,
    });
    expect(outcome?.digests).toEqual(expected);
    expect(outcome?.names.filter((file) => file.includes('partial'))).toEqual([]);
  });
});
