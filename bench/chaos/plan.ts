import { seededRandom } from '../../core/random.js';
import type { LoggedEvent } from './event-log.js';

/** What can be killed; `everything` is the machine: all processes of the home at once. */
export const TARGETS = ['worker', 'server', 'supervisor', 'cli', 'everything'] as const;
export type Target = (typeof TARGETS)[number];

/** How the work is taken up after the command died. */
export type Again = 'run' | 'resume';

/** One kill: of what, and when the run's log has come to which event. */
export interface PlannedKill {
  readonly target: Target;
  /** From 1: killed as soon as the log has this many events. */
  readonly event: number;
  /** What that event is in the undisturbed run. */
  readonly type: string;
  readonly again: Again;
}

/**
 * Draws kills from the event log of an undisturbed run. Each five in a row have every target once; the moment, the
 * order and the way back are the seed's.
 */
export function planKills(events: readonly LoggedEvent[], count: number, seed: number): PlannedKill[] {
  const kills: PlannedKill[] = [];
  for (let turn = 0; kills.length < count; turn++) {
    const random = seededRandom(seed, 'chaos', String(turn));
    for (const target of random.sample(TARGETS, TARGETS.length)) {
      const event = random.int(1, events.length);
      const again = random.int(0, 1) === 0 ? 'run' : 'resume';
      kills.push({ target, event, type: events[event - 1]?.type ?? '', again });
    }
  }
  return kills.slice(0, count);
}
