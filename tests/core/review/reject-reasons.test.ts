import { expect, it } from 'vitest';
import { REJECT_REASONS } from '../../../core/review/event.js';
import { DOCUMENTS_FAMILY, INTENTS_FAMILY, rejectReasons } from '../../../core/review/reject-reasons.js';

it('offers a tool document no reason that only a dialogue can have, and the other way round', () => {
  const documents = rejectReasons(DOCUMENTS_FAMILY);
  const paths = rejectReasons('t-eval');
  expect(documents).toEqual([
    ...['description wrong', 'parameter wrong', 'return data wrong'],
    ...['unsafe or private', 'other'],
  ]);
  expect(paths).toContain('wrong tool');
  expect(paths).not.toContain('return data wrong');
  // Each can be given by one key, and every one of the list is offered somewhere.
  expect(paths.length).toBeLessThanOrEqual(10);
  const parts = [INTENTS_FAMILY].flatMap(rejectReasons);
  expect(new Set([...documents, ...paths, ...parts])).toEqual(new Set(REJECT_REASONS));
});
