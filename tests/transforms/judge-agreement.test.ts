import { expect, it } from 'vitest';
import type { PersonScore } from '../../core/person-score.js';
import { agreementOf, compareWithPeople } from '../../transforms/judge-agreement.js';

it('scores of two are compared', () => {
  const found = agreementOf([
    [8, 7],
    [6, 6],
    [9, 9],
    [3, 5],
  ]);
  // Worked out by hand: covariance 12.5 / 4, variances 21 / 4 and 8.75 / 4.
  expect(found).toMatchObject({ pairs: 4, same: 0.5, withinOne: 0.75, bias: -0.25, spearman: 1, kendall: 1 });
  expect(found.correlation).toBeCloseTo(12.5 / Math.sqrt(21 * 8.75), 12);
  expect(found.weightedKappa).toBeCloseTo(1 - 1.25 / (21 / 4 + 8.75 / 4 + 0.0625), 12);
});

it('ranks and orders count ties as scipy does', () => {
  // scipy 1.15: spearmanr and kendalltau of these.
  const found = agreementOf([
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 3],
    [4, 3],
    [5, 5],
    [5, 4],
    [7, 4],
  ]);
  expect(found.spearman).toBeCloseTo(0.8635039583798659, 12);
  expect(found.kendall).toBeCloseTo(0.7205766921228922, 12);
  const turned = agreementOf([
    [1, 3],
    [2, 2],
    [3, 1],
  ]);
  expect([turned.spearman, turned.kendall]).toEqual([-1, -1]);
});

it('scores that say nothing have no figure', () => {
  const none = { correlation: null, spearman: null, kendall: null, weightedKappa: null };
  expect(agreementOf([])).toEqual({ pairs: 0, same: null, withinOne: null, bias: null, ...none });
  expect(
    agreementOf([
      [8, 8],
      [8, 8],
    ]),
  ).toEqual({ pairs: 2, same: 1, withinOne: 1, bias: 0, ...none });
});

it('a judge is compared with each person, and people among themselves', () => {
  const judge = ['1', '2', '3'].map((record, at) => ({ record, criterion: 'overall', score: 5 + at }));
  const by = (person: string, scores: readonly number[]): PersonScore[] =>
    scores.map((score, at) => ({
      record: `${at + 1}`,
      criterion: 'overall',
      score,
      person,
      scope: new Map(),
    }));
  // The fourth record was not judged.
  const people = [...by('bo', [6, 6, 8, 1]), ...by('ada', [5, 6])];
  const [overall, other] = compareWithPeople(['overall', 'other'], judge, people);
  expect(overall).toMatchObject({
    criterion: 'overall',
    people: { pairs: 5, same: 0.6, withinOne: 1, bias: -0.4 },
    persons: [
      { person: 'ada', pairs: 2, same: 1 },
      { person: 'bo', pairs: 3, bias: -2 / 3 },
    ],
    among: { pairs: 4, same: 0.5, withinOne: 1, bias: 0 },
  });
  expect(other).toMatchObject({
    criterion: 'other',
    people: { pairs: 0, same: null },
    persons: [],
    among: null,
  });
});
