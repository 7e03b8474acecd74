import { expect, it } from 'vitest';
import { refusalOfForm } from '../../../core/review/rules.js';

const REASONS = ['wrong tool', 'other'] as const;

it.each([
  ['an approval', { verdict: 'approve' }, undefined],
  ['an edit with the item', { verdict: 'edit', content: { turns: [] } }, undefined],
  ['an edit to an empty text', { verdict: 'edit', content: '' }, undefined],
  ['an edit without the item', { verdict: 'edit' }, 'content missing'],
  ['a rejection with a reason', { verdict: 'reject', reason: 'wrong tool' }, undefined],
  ['a rejection without a reason', { verdict: 'reject' }, 'reason missing'],
  ['a reason of another queue', { verdict: 'reject', reason: 'chat' }, 'reason unfit'],
  ['another reason, in words', { verdict: 'reject', reason: 'other', text: 'no such city' }, undefined],
  ['another reason without words', { verdict: 'reject', reason: 'other' }, 'reason missing'],
  ['another reason with blanks', { verdict: 'reject', reason: 'other', text: ' \n' }, 'reason missing'],
  ['an approval with a reason', { verdict: 'approve', reason: 'chat' }, undefined],
] as const)('%s', (_, said, refused) => {
  expect(refusalOfForm(said, REASONS)?.why).toBe(refused);
});
