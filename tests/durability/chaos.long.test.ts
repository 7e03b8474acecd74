import { expect, it } from 'vitest';
import { benchChaos } from '../../bench/chaos.js';
import { TARGETS } from '../../bench/chaos/plan.js';
import { describeShared, sharedPath } from '../support/shared.js';

const SEED = 11;
const print = (): void => undefined;

it.concurrent('has the bytes of an undisturbed run after kill -9 of each part at moments of the event log', async () => {
  const { runs, same, table } = await benchChaos({ kills: TARGETS.length, seed: SEED, lanes: 3, print });
  expect(same, table).toBe(true);
  expect(new Set(runs.map(({ kill }) => kill.target))).toEqual(new Set(TARGETS));
}, 240_000);

describeShared('kills on real shards', () => {
  it.concurrent('has the bytes of an undisturbed run after kill -9', async () => {
    const source = sharedPath('data', 'sgd');
    const { same, table } = await benchChaos({ kills: 2, seed: SEED, lanes: 2, source, print });
    expect(same, table).toBe(true);
  }, 240_000);
});
