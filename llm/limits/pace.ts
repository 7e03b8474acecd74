import { startOf, type UnitRange } from '../../store/limits.js';

/*
 * A per-minute limit as a timeline (`leasePace` in store/limits.ts): each unit takes a share of the minute; a call may
 * begin at the time of its first unit and shortly after; unused time expires. Thus no window of a minute has more calls
 * than the limit: units are longer than minute / limit by the tolerated delay. Libraries that share a limit between
 * processes (rate-limiter-flexible, bottleneck, p-throttle) count in fixed windows, which allows twice the limit around
 * a boundary, and read the time from `Date`.
 */
/** Milliseconds after its time at which a call may still begin … */
const LATE_MS = 900;
/** … and by which it must reach the provider. */
const ARRIVED_MS = 1_000;

/** Timeline milliseconds per unit of a limit. */
export const unitMs = (perMinute: number, minuteMs = 60_000): number => (minuteMs + ARRIVED_MS) / perMinute;

/** The unexpired rest of leased units. */
export function withoutExpired(ranges: readonly UnitRange[], now: number): readonly UnitRange[] {
  const past = now - LATE_MS;
  return ranges
    .map((range) => ({
      ...range,
      from: Math.max(range.from, Math.ceil((past - range.originMs) / range.unitMs)),
    }))
    .filter(({ from, to }) => from < to);
}

/** Takes units from the start of ranges; undefined if there are too few. @returns `due`: when the first one may begin */
export function takeFromStart(
  ranges: readonly UnitRange[],
  units: number,
): { readonly due: number; readonly rest: readonly UnitRange[] } | undefined {
  const [first, ...others] = ranges;
  if (first === undefined) return undefined;
  const due = startOf(first, first.from);
  const left = units - (first.to - first.from);
  if (left < 0) return { due, rest: [{ ...first, from: first.from + units }, ...others] };
  if (left === 0) return { due, rest: others };
  const further = takeFromStart(others, left);
  return further && { due, rest: further.rest };
}
