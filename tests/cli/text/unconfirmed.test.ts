import { expect, it } from 'vitest';
import { unconfirmedHere } from '../../../cli/text/unconfirmed.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';

const unconfirmed = (details: object) =>
  unconfirmedHere(
    new BenchwrightError('EDIT_UNCONFIRMED', {
      found: 'a finding',
      next: 'Submit it again.',
      details: { confirm: 'c0ffee', ...details },
    }),
    'item-1',
  );

it('an edit with findings says what is typed to confirm it', () => {
  expect(unconfirmed({})).toMatchObject({
    parts: { next: 'If the edit is right all the same: benchwright review edit item-1 … --confirm c0ffee' },
  });
});

it('an edit whose call was made again shows the new response in full, and the command that keeps it', () => {
  const response = { text: 'word '.repeat(200) };
  const content = { annotated: { steps: [{ response }] } };
  expect(unconfirmed({ callsAgain: ['annotated.steps.0'], content })).toMatchObject({
    parts: {
      found: `a finding\n  annotated.steps.0.response is now ${JSON.stringify(response)}`,
      next: expect.stringMatching(
        /^The call was made again.* review edit item-1 … --confirm c0ffee$/,
      ) as string,
    },
  });
});
