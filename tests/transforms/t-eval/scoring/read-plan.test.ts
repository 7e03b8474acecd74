import { expect, it } from 'vitest';
import { readPlan } from '../../../../transforms/t-eval/scoring/plan.js';

it.each([
  '{"id": 0, "name": "T.a"}',
  '{"name": "T.a", "args": {}}',
  '{"id": 0, "args": {}}',
  '{"id": "x", "name": "T.a", "args": {}}',
  '{"id": null, "name": "T.a", "args": {}}',
  '1',
])('a plan with an action that lacks a part is none: %s', (action) => {
  expect(readPlan(`[{"id": 0, "name": "T.a", "args": {}}, ${action}]`)).toEqual([]);
});

it('ids are whole numbers as Python reads them', () => {
  const ids = ['1.9', 'true', 'false', '" 1_0 "', '"-2"', '-2.5'];
  const text = `[${ids.map((id) => `{"id": ${id}, "name": "T.a", "args": ""}`).join(', ')}]`;
  expect(readPlan(text).map(({ id }) => id)).toEqual([1, 1, 0, 10, -2, -2]);
});
