import fc from 'fast-check';
import { expect, it } from 'vitest';
import { refusedField } from '../../../llm/requests/refused-field.js';
import type { RefusedField } from '../../../core/model-call.js';
import replies from './refused-fields.json' with { type: 'json' };

/** An error reply, and what it says about how the request was written. */
interface RealReply {
  readonly server: string;
  /** The issue or pull request at github.com in which a user published the text, or what it was made after. */
  readonly source: string;
  readonly status: number;
  readonly body: unknown;
  /** Null: nothing about that. */
  readonly is: RefusedField | null;
}
const REAL_REPLIES = replies as readonly RealReply[];

it.each(REAL_REPLIES)('$server ($source)', ({ status, body, is }) => {
  expect(refusedField(status, body) ?? null).toStrictEqual(is);
});

it('names a field of the configured body only if it was sent', () => {
  const body = { detail: [{ loc: ['body', 'enable_thinking'], msg: 'Extra inputs are not permitted' }] };
  expect(refusedField(422, body, ['model', 'messages', 'enable_thinking'])).toStrictEqual({
    field: 'enable_thinking',
    because: 'unknown',
  });
  expect(refusedField(422, body, ['model', 'messages'])).toBeUndefined();
});

it('reads any JSON without an error', () => {
  let named = 0;
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...REAL_REPLIES), (noise, { status, body, is }) => {
      refusedField(status, noise);
      const wrapped = refusedField(status, { error: body, param: null, noise: [] });
      if (status !== 500 && is !== null) {
        named += 1;
        expect(wrapped).toStrictEqual(is);
      }
    }),
    { numRuns: 300 },
  );
  expect(named).toBeGreaterThan(50);
});
