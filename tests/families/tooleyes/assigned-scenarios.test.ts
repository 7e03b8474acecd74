import { expect, it } from 'vitest';
import { PUBLISHED_SCENARIOS, scenarioOfCategory } from '../../../core/tooleyes/scenarios.js';
import { withAssigned } from '../../../families/tooleyes/resolve/assigned-scenarios.js';

const library = ['Weather', 'Shopping', 'Tools'].map((category) => ({ category, name: 'one', tools: [] }));

it('a category gets the scenario that is named for it, and those that are left the one that is named alone', () => {
  const of = (assigned: string[]): (string | undefined)[] => {
    const all = withAssigned(PUBLISHED_SCENARIOS, library, assigned);
    return library.map(({ category }) => scenarioOfCategory(all, category)?.key);
  };
  expect(of([])).toEqual(['RS', undefined, undefined]);
  expect(of(['FT'])).toEqual(['RS', 'FT', 'FT']);
  expect(of(['AM', 'shopping=FT'])).toEqual(['RS', 'FT', 'AM']);
  expect(of(['Weather=PL'])).toEqual(['PL', undefined, undefined]);
});

it.each(['XX', 'Weather=XX', 'Nothing=RS'])('%s is refused', (one) => {
  expect(() => withAssigned(PUBLISHED_SCENARIOS, library, [one])).toThrow(
    `Invalid command or option: ${one}`,
  );
});
