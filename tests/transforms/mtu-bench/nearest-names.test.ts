import { expect, it } from 'vitest';
import { nearestNames } from '../../../transforms/mtu-bench/nearest-names.js';

it('the names most like what was written come first, equal ones by text, none that has nothing in common', () => {
  const names = ['Restaurants', 'Hotels', 'Restaurant', 'hotel', 'Buses', 'xyz'];
  expect(nearestNames('restaurant', names)[0]).toBe('Restaurant');
  expect(nearestNames('restaurant', names)[1]).toBe('Restaurants');
  expect(nearestNames('hotles', names)).toEqual(['Hotels', 'hotel', 'Buses']);
  expect(nearestNames('qqq', names)).toEqual([]);
  expect(nearestNames('ab', ['cab', 'bab', 'aab'], 2)).toEqual(['aab', 'bab']);
  expect(nearestNames('hotel', names, 1)).toEqual(['hotel']);
});
