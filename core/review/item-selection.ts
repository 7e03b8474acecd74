import { sha256Hex } from '../digest.js';
import type { Policy, ItemSelector } from './policy.js';

/** What of an item says which rounds take it. */
export interface SelectableItem {
  readonly itemId: string;
  readonly split: string;
  readonly flags: readonly string[];
  /** Items with known answers go through the first round alone. */
  readonly calibration: boolean;
}

/** Whether a round takes an item because of this flag. */
const selectsFlag = (takes: ItemSelector, flag: string): boolean =>
  takes.kind === 'flagged' && (takes.flags === undefined || takes.flags.includes(flag));

/** Indices of the rounds that take what has this flag. */
export const roundsSelectingFlag = (policy: Policy, flag: string): number[] =>
  policy.rounds.flatMap(({ takes }, at) => (takes.some((one) => selectsFlag(one, flag)) ? [at] : []));

/** A number of [0, 1) for an item and a purpose: by the seed, whatever else is in the queue. */
export const drawOf = (seed: number, purpose: string, itemId: string): number =>
  Number.parseInt(sha256Hex(JSON.stringify([seed, 'review', purpose, itemId])).slice(0, 12), 16) / 2 ** 48;

/** Whether the `at`-th take of a round, a sample, has drawn the item. */
type IsDrawn = (round: number, at: number, itemId: string) => boolean;

/**
 * The samples of a policy over all items of a queue: of each, the so many items with the smallest draws. So they depend
 * on which items there are, and not on the order or the slices they came in. Calibration items are never drawn.
 */
export function drawSamples(policy: Policy, seed: number, items: readonly SelectableItem[]): IsDrawn {
  const drawn = new Map<string, ReadonlySet<string>>();
  policy.rounds.forEach(({ name, takes }, round) =>
    takes.forEach((take, at) => {
      if (take.kind !== 'sample') return;
      const inIt = items.filter(
        ({ split, calibration }) => !calibration && includesSplit(take.splits, split),
      );
      const draws = inIt.map(({ itemId }) => ({ itemId, draw: drawOf(seed, `${name}/${at}`, itemId) }));
      draws.sort((a, b) => a.draw - b.draw || (a.itemId < b.itemId ? -1 : 1));
      drawn.set(`${round}/${at}`, new Set(draws.slice(0, take.count).map(({ itemId }) => itemId)));
    }),
  );
  return (round, at, itemId) => drawn.get(`${round}/${at}`)?.has(itemId) ?? false;
}

/** Whether which rounds take an item hangs on the others that are there. */
export const hasSamples = ({ rounds }: Policy): boolean =>
  rounds.some(({ takes }) => takes.some(({ kind }) => kind === 'sample'));

/**
 * Indices of the rounds that take an item, ascending.
 * @param drawn absent: the item came after the queue was sealed, in the place of another; samples of its split take it
 */
export function roundsSelecting(policy: Policy, item: SelectableItem, drawn?: IsDrawn): number[] {
  if (item.calibration) return policy.rounds.slice(0, 1).map((_, at) => at);
  return policy.rounds.flatMap(({ takes }, round) => {
    const taken = takes.some((take, at) => {
      switch (take.kind) {
        case 'all':
          return true;
        case 'splits':
          return includesSplit(take.splits, item.split);
        case 'sample':
          return drawn ? drawn(round, at, item.itemId) : includesSplit(take.splits, item.split);
        case 'flagged':
          return item.flags.some((flag) => selectsFlag(take, flag));
      }
    });
    return taken ? [round] : [];
  });
}

const includesSplit = (splits: readonly string[] | undefined, split: string): boolean =>
  splits === undefined || splits.includes(split);
