import { beforeAll, describe, expect, it } from 'vitest';
import { digestTree, EXAMPLE, objectOf } from '../support/cli.js';
import { killedInTurn } from '../support/cli-half-run.js';
import { sharedServer } from '../support/cli-server.js';
import { inWorkspace, runWords, undisturbedDigests } from '../support/cli-workspace.js';
import { IS_LONG } from '../support/long.js';

/** Where a worker dies, and at the how manieth passage, in the order of a run. */
type Deaths = Readonly<Record<string, number>>;

/** Two runs in which one worker after the other dies: no two places that the same work passes are next to each other. */
const IN_TURN: readonly Deaths[] = [
  {
    'after-clusterTools': 1,
    'before-commit': 4,
    'before-completion': 3,
    'before-rename': 1,
  },
  { 'after-commit': 4, 'after-splitItems': 1, 'export-file': 3, 'after-rename': 1 },
];

/** In the long run, a run for each place. */
const RUNS: readonly Deaths[] = IS_LONG
  ? IN_TURN.flatMap((deaths) => Object.entries(deaths).map(([name, passage]) => ({ [name]: passage })))
  : IN_TURN;

describe.concurrent('workers that die', { timeout: 300_000 }, () => {
  let expected: Record<string, string>;
  beforeAll(async () => {
    expected = await undisturbedDigests(EXAMPLE, sharedServer());
  });

  it.each(RUNS.map((deaths) => [Object.keys(deaths).join(', '), deaths] as const))(
    'at %s leave the same bytes and nothing beside them',
    (_places, deaths) =>
      inWorkspace(async (workspace) => {
        const { env, killed } = killedInTurn(workspace, deaths);
        const run = await workspace.benchwright(runWords(EXAMPLE, 'out'), { env });
        expect(run.code, run.stderr).toBe(0);
        expect(killed()).toEqual(Object.keys(deaths));
        expect(objectOf(run)).toMatchObject({ status: 'finished', read: 22, converted: 21 });
        expect(digestTree(workspace.path('out'))).toEqual(expected);
        expect(workspace.names().filter((file) => file.includes('partial'))).toEqual([]);
      }, sharedServer()),
  );
});
