import { expect, it } from 'vitest';
import { notGold } from '../../../transforms/t-eval/gold.js';
import { tEvalReview } from '../../../transforms/t-eval/review/path-review.js';
import type { JsonValue } from '../../../core/canonical.js';
import { annotatedItem, SEA_TOOLS } from '../../support/annotated-item.js';

const whole = annotatedItem('sailor');
const failing = {
  ...whole,
  annotated: {
    ...whole.annotated,
    steps: whole.annotated.steps.map((step) =>
      step.id === 1
        ? { ...step, review: { thought: 'Nothing came.', is_finished: false, label: 'E' as const } }
        : step,
    ),
  },
};
const gold = { keepFailedSteps: false };

it('a path with a step that never succeeded is no gold, and is named by its step', () => {
  expect(notGold({ gold }, whole.annotated)).toBeUndefined();
  expect(notGold({ gold }, failing.annotated)).toEqual({
    reason: 'step not done',
    detail: 'step 1 (Tides.table) never succeeded',
  });
});

it('it stays where that is asked for, and in runs of before the rule', () => {
  expect(notGold({ gold: { keepFailedSteps: true } }, failing.annotated)).toBeUndefined();
  expect(notGold({}, failing.annotated)).toBeUndefined();
});

it('a reviewer cannot leave a step without success either', () => {
  const check = (settings: object) =>
    tEvalReview(SEA_TOOLS, settings).checkEdit(
      whole as unknown as JsonValue,
      failing as unknown as JsonValue,
    );
  expect(check({ gold })).toMatchObject({
    ok: false,
    problems: [
      { path: 'annotated.steps.1', text: 'step 1 never succeeded: take it away, or reject the path' },
    ],
  });
  expect(check({})).toMatchObject({ ok: true });
});
