/**
 * A per-minute limit as a timeline (`leasePace` in store/limits.ts): each unit takes a share of the minute; a call may
 * begin at the time of its first unit and shortly after; unused time expires. Thus no window of a minute has more calls
 * than the limit: units are longer than minute / limit by the tolerated delay. Libraries that share a limit between
 * processes (rate-limiter-flexible, bottleneck, p-throttle) count in fixed windows, which allows twice the limit around
 * a boundary, and read the time from `Date`.
 */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds after its time at which a call may still begin … */
const LATE_MS = 900;
/** … and by which it must reach the provider. */
const ARRIVED_MS = 1_000;

/** Timeline milliseconds per unit of a limit. */
export const unitMs = (perMinute: number, minuteMs = 60_000): number => (minuteMs + ARRIVED_MS) / perMinute;

/** The unexpired rest of stretches; whole units expire. */
export function withoutExpired(stretches: readonly Stretch[], now: number, unit: number): readonly Stretch[] {
  const past = now - LATE_MS;
  return stretches
    .map(({ from, to }) => (from >= past ? { from, to } : { from: from + whole(past - from, unit), to }))
    .filter(({ from, to }) => to - from >= unit * (1 - SLIGHT));
}

const SLIGHT = 1e-6;
const whole = (ms: number, unit: number): number => Math.ceil(ms / unit - SLIGHT) * unit;

/** Takes `ms` from the start of stretches; undefined if they are too short. */
export function takeFromStart(
  stretches: readonly Stretch[],
  ms: number,
): { readonly due: number; readonly rest: readonly Stretch[] } | undefined {
  const [first, ...others] = stretches;
  if (first === undefined) return undefined;
  const length = first.to - first.from;
  if (length > ms) return { due: first.from, rest: [{ from: first.from + ms, to: first.to }, ...others] };
  const left = ms - length;
  if (left <= SLIGHT * ms) return { due: first.from, rest: others };
  const further = takeFromStart(others, left);
  return further && { due: first.from, rest: further.rest };
}
