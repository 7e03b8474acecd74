import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../core/random.js';
import type { JsonValue } from '../../../core/canonical.js';
import type { ReviewedCall } from '../../../core/review/call-check.js';
import type { Item } from '../../../core/mtu-bench/item.js';
import { mtuBenchReview } from '../../../transforms/mtu-bench/review/item-review.js';
import { KnownValues, plantError } from '../../../transforms/review/plant-error.js';
import { CATALOGUE } from '../../support/dialogue.js';
import { reviewedItem } from '../../support/review-items.js';

const kind = mtuBenchReview(CATALOGUE);
const contentOf = (name: string, city = 'Rome'): JsonValue => {
  const item = reviewedItem(name);
  const turns = item.turns.map((turn) => ({
    ...turn,
    calls: turn.calls.map((call) => ({ ...call, arguments: { ...call.arguments, city } })),
  }));
  return { ...item, turns } as unknown as JsonValue;
};
const cityOf = (content: JsonValue): unknown =>
  (content as unknown as Item).turns[0]?.calls[0]?.arguments['city'];

describe('a planted error', () => {
  const known = new KnownValues();
  for (const city of ['Rome', 'Oslo', 'Lima', 'Bern']) known.add(kind.calls?.(contentOf('x', city)) ?? []);
  const plant = (seed: number) =>
    plantError(kind, contentOf('one'), known, seededRandom(seed, 'planted', 'one'));

  it('is one value of a call, from elsewhere, that passes the checks; nothing else changes', () => {
    const planted = plant(1);
    expect(planted?.fault).toBe('another value of city');
    const { content } = planted!;
    expect(['Oslo', 'Lima', 'Bern']).toContain(cityOf(content));
    expect(contentOf('one', String(cityOf(content)))).toEqual(content);
    expect(kind.checkEdit(contentOf('one'), content)).toMatchObject({ ok: true, version: planted?.version });
  });

  it('is the same by the same seed, and another by others', () => {
    expect(plant(1)).toEqual(plant(1));
    const cities = new Set(Array.from({ length: 12 }, (_, seed) => cityOf(plant(seed)!.content)));
    expect(cities.size).toBeGreaterThan(1);
  });

  it('is not made where no fault passes, or there is no call', () => {
    const none = new KnownValues();
    expect(plantError(kind, contentOf('one'), none, seededRandom(1, 'x'))).toBeUndefined();
    const mute = Object.fromEntries(Object.entries(kind).filter(([name]) => name !== 'calls'));
    expect(
      plantError(mute as unknown as typeof kind, contentOf('one'), known, seededRandom(1, 'x')),
    ).toBeUndefined();
  });
});

it('known values are those of a tool and parameter, each once, in an order that does not depend on the items', () => {
  const known = new KnownValues();
  const call = (tool: string, args: Readonly<Record<string, JsonValue>>) =>
    ({ tool, args, path: '', toolPath: '' }) as unknown as ReviewedCall;
  known.add([call('A', { x: 'c', y: 1 }), call('A', { x: 'a' }), call('B', { x: 'b' })]);
  known.add([call('A', { x: 'c' }), call('A', { x: { b: 1, a: 2 } }), call('A', { x: { a: 2, b: 1 } })]);
  expect(known.of('A', 'x')).toEqual(['a', 'c', { a: 2, b: 1 }]);
  expect(known.of('B', 'x')).toEqual(['b']);
  expect(known.of('B', 'y')).toEqual([]);
});
