import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutExpired, takeFromStart, unitMs } from '../../../llm/limits/pace.js';
import { nextUnits, type UnitRange } from '../../../store/limits.js';

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
 * @param limits units per minute that the workers are configured with, in turn
 */
function simulate(
  limits: readonly number[],
  steps: readonly { worker: number; waitMs: number; units: number; lateMs: number }[],
): { at: number; units: number; perMinute: number }[] {
  const held = new Map<number, readonly UnitRange[]>();
  const calls: { at: number; units: number; perMinute: number }[] = [];
  let now = 1_000_000;
  let leased: UnitRange | undefined;
  for (const { worker, waitMs, units, lateMs } of steps) {
    now += waitMs;
    const perMinute = limits[worker % limits.length] ?? 0;
    const cost = Math.min(units, perMinute);
    const mine = withoutExpired(held.get(worker) ?? [], now);
    const found = takeFromStart(mine, cost);
    if (found === undefined) {
      const grant = nextUnits(leased, now, { unitMs: unitMs(perMinute), step: cost, wanted: 5 * cost });
      held.set(worker, mine);
      if ('askAgainInMs' in grant) continue;
      leased = grant;
      held.set(worker, [...mine, grant]);
    } else if (found.due <= now) {
      held.set(worker, worker === 0 ? [] : found.rest);
      calls.push({ at: now + lateMs, units: cost, perMinute });
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
          const calls = simulate([limit], g(steps, fc.constant(1), pause));
          expect(mostInAMinute(calls)).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('lets no minute hold more tokens than the limit and the last call of each worker that straddles its end', () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const calls = simulate([10_000], g(steps, fc.integer({ min: 1, max: 2_000 }), 5_000));
        expect(mostInAMinute(calls)).toBeLessThanOrEqual(10_000 + 4 * 2_000);
      }),
      { numRuns: 100 },
    );
  });

  it('uses all of the limit but a sixtieth when one worker always has a call to make', () => {
    const tries = Array.from({ length: 12_100 }, () => ({ worker: 1, waitMs: 10, units: 1, lateMs: 0 }));
    const calls = simulate([120], tries);
    expect(calls.length).toBeGreaterThanOrEqual(2 * 118);
    expect(mostInAMinute(calls)).toBeLessThanOrEqual(120);
  });

  it('is shared by workers that are configured with different limits', () => {
    const limit = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.double({ min: 1, max: 300, noNaN: true }));
    let mixed = 0;
    fc.assert(
      fc.property(limit, limit, fc.constantFrom(100, 1_000, 10_000), fc.gen(), (one, other, pause, g) => {
        const calls = simulate([one, other], g(steps, fc.constant(1), pause));
        if (new Set(calls.map(({ perMinute }) => perMinute)).size === 2) mixed += 1;
        expect(mostInAMinute(calls)).toBeLessThanOrEqual(Math.ceil(Math.max(one, other)));
      }),
      { numRuns: 100 },
    );
    expect(mixed).toBeGreaterThan(50);
  });

  it('gives whole calls only, and says when to ask again once it is given away a second ahead', () => {
    const first = nextUnits(undefined, 5_000, { unitMs: 400, step: 1, wanted: 10 });
    expect(first).toEqual({ originMs: 5_000, unitMs: 400, from: 0, to: 2 });
    const second = nextUnits({ originMs: 5_000, unitMs: 400, to: 2 }, 5_000, {
      unitMs: 400,
      step: 10,
      wanted: 10,
    });
    expect(second).toEqual({ originMs: 5_000, unitMs: 400, from: 2, to: 12 });
    const third = nextUnits({ originMs: 5_000, unitMs: 400, to: 12 }, 5_000, {
      unitMs: 400,
      step: 1,
      wanted: 1,
    });
    expect(third).toEqual({ askAgainInMs: 3_800 });
  });

  it('starts again when the clock was set back by hours, but not when a unit takes hours', () => {
    const ask = { unitMs: 400, step: 1, wanted: 1 };
    expect(nextUnits({ originMs: 10_000_000, unitMs: 400, to: 3 }, 5_000, ask)).toEqual({
      originMs: 5_000,
      unitMs: 400,
      from: 0,
      to: 1,
    });
    const hours = { unitMs: 7_200_000, step: 1, wanted: 1 };
    expect(nextUnits({ originMs: 5_000, unitMs: 7_200_000, to: 1 }, 5_000, hours)).toEqual({
      askAgainInMs: 7_199_000,
    });
  });
});
