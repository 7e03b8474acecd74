/**
 * A limit a minute as a time line (`leasePace` in store/limits.ts): every unit takes a share of the minute, a call may
 * begin when the time of its first unit has come and for a while after that, and what was not used by then is gone. So
 * no minute, wherever it begins, holds more calls than the limit, whoever made them: what could begin within it has its
 * time within it or in the little while before, and a unit's share is that much longer than the minute divided.
 *
 * A library (rate-limiter-flexible, bottleneck, p-throttle) was looked for: those that share a limit between processes
 * count in fixed windows, which lets twice the limit through around a boundary, and take the time from `Date`.
 */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds after its time at which a call may still begin … */
const LATE_MS = 900;
/** … and at which it reaches the provider at the latest. */
const ARRIVED_MS = 1_000;

/** The share of the time line that one unit of a limit takes. */
export const unitMs = (perMinute: number, minuteMs = 60_000): number => (minuteMs + ARRIVED_MS) / perMinute;

/** What is left of stretches now; whole units pass. */
export function lapsed(stretches: readonly Stretch[], now: number, unit: number): readonly Stretch[] {
  const past = now - LATE_MS;
  return stretches
    .map(({ from, to }) => (from >= past ? { from, to } : { from: from + whole(past - from, unit), to }))
    .filter(({ from, to }) => to - from >= unit * (1 - SLIGHT));
}

const SLIGHT = 1e-6;
const whole = (ms: number, unit: number): number => Math.ceil(ms / unit - SLIGHT) * unit;

/** Takes `ms` from the beginning of stretches; undefined when they are too short. */
export function taken(
  stretches: readonly Stretch[],
  ms: number,
): { readonly due: number; readonly rest: readonly Stretch[] } | undefined {
  const [first, ...others] = stretches;
  if (first === undefined) return undefined;
  const length = first.to - first.from;
  if (length > ms) return { due: first.from, rest: [{ from: first.from + ms, to: first.to }, ...others] };
  const left = ms - length;
  if (left <= SLIGHT * ms) return { due: first.from, rest: others };
  const further = taken(others, left);
  return further && { due: first.from, rest: further.rest };
}
