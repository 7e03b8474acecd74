import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutExpired, takeFromStart, unitMs, type Stretch } from '../../../llm/limits/pace.js';
import { nextStretch } from '../../../store/limits.js';

/** The most that falls into any minute, wherever it begins. */
function mostInAMinute(calls: readonly { readonly at: number; readonly units: number }[]): number {
  const sorted = [...calls].sort((a, b) => a.at - b.at);
  let most = 0;
  sorted.forEach(({ at }, i) => {
    const within = sorted.slice(i).filter((call) => call.at < at + 60_000);
    most = Math.max(
      most,
      within.reduce((sum, { units }) => sum + units, 0),
    );
  });
  return most;
}

/**
 * Workers that take the same limit's time: `steps` says who tries next, after how long, for how many units. A worker
 * with the number 0 dies with what it holds after each call.
 */
function simulate(
  perMinute: number,
  steps: readonly { worker: number; waitMs: number; units: number; lateMs: number }[],
): { at: number; units: number }[] {
  const unit = unitMs(perMinute);
  const held = new Map<number, readonly Stretch[]>();
  const calls: { at: number; units: number }[] = [];
  let now = 1_000_000;
  let next: number | undefined;
  for (const { worker, waitMs, units, lateMs } of steps) {
    now += waitMs;
    const ms = Math.min(units, perMinute) * unit;
    const mine = withoutExpired(held.get(worker) ?? [], now, unit);
    const found = takeFromStart(mine, ms);
    if (found === undefined) {
      const grant = nextStretch(next, now, { stepMs: ms, wantedMs: 5 * ms });
      held.set(worker, mine);
      if (!('toMs' in grant)) continue;
      next = grant.toMs;
      held.set(worker, [...mine, { from: grant.fromMs, to: grant.toMs }]);
    } else if (found.due <= now) {
      held.set(worker, worker === 0 ? [] : found.rest);
      calls.push({ at: now + lateMs, units: Math.min(units, perMinute) });
    }
  }
  return calls;
}

const steps = (units: fc.Arbitrary<number>, pause: number) =>
  fc.array(
    fc.record({
      worker: fc.nat(3),
      waitMs: fc.oneof(fc.nat(pause / 20), fc.nat(pause), fc.constant(0)),
      units,
      /** From the limiter to the provider. */
      lateMs: fc.nat(99),
    }),
    { minLength: 100, maxLength: 600 },
  );

describe('the time line of a limit a minute', () => {
  it('lets no minute, wherever it begins, hold more requests than the limit, whichever workers make them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(100, 1_000, 10_000),
        fc.gen(),
        (limit, pause, g) => {
          const calls = simulate(limit, g(steps, fc.constant(1), pause));
          expect(mostInAMinute(calls)).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('lets no minute hold more tokens than the limit and the last call of each worker that straddles its end', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const calls = simulate(10_000, g(steps, fc.integer({ min: 1, max: 2_000 }), 5_000));
        expect(mostInAMinute(calls)).toBeLessThanOrEqual(10_000 + 4 * 2_000);
      }),
      { numRuns: 100 },
    );
  });

  it('uses all of the limit but a sixtieth when one worker always has a call to make', () => {
    const tries = Array.from({ length: 12_100 }, () => ({ worker: 1, waitMs: 10, units: 1, lateMs: 0 }));
    const calls = simulate(120, tries);
    expect(calls.length).toBeGreaterThanOrEqual(2 * 118);
    expect(mostInAMinute(calls)).toBeLessThanOrEqual(120);
  });

  it('gives whole calls only, and says when to ask again once it is given away a second ahead', () => {
    const first = nextStretch(undefined, 5_000, { stepMs: 400, wantedMs: 4_000 });
    expect(first).toEqual({ fromMs: 5_000, toMs: 5_800 });
    expect(nextStretch(5_800, 5_000, { stepMs: 4_000, wantedMs: 4_000 })).toEqual({
      fromMs: 5_800,
      toMs: 9_800,
    });
    expect(nextStretch(9_800, 5_000, { stepMs: 400, wantedMs: 400 })).toEqual({ askAgainInMs: 3_800 });
  });

  it('begins anew where the clock was set back by hours', () => {
    const grant = nextStretch(10_000_000, 5_000, { stepMs: 400, wantedMs: 400 });
    expect(grant).toEqual({ fromMs: 5_000, toMs: 5_400 });
  });
});
