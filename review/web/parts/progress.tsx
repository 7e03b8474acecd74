import type { QueueLine } from '../../../core/review/api.js';

const STATES = ['accepted', 'rejected', 'adjudication', 'waiting'] as const;

interface ProgressProps {
  readonly counts: QueueLine['counts'];
  /** Items accepted automatically, without a reviewer's decision. */
  readonly automatic?: number;
}

/** A queue's progress as a bar and in numbers. */
export function Progress({ counts, automatic = 0 }: ProgressProps) {
  const whole = Math.max(1, counts.total);
  let left = 0;
  const settled = counts.accepted + counts.rejected;
  return (
    <div className="progress">
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${settled} of ${counts.total} settled`}
      >
        {STATES.map((state) => {
          const width = (100 * counts[state]) / whole;
          const bar = <rect key={state} className={state} x={left} y="0" width={width} height="4" />;
          left += width;
          return bar;
        })}
      </svg>
      <ul className="legend">
        {STATES.map((state) => (
          <li key={state} className={state}>
            {counts[state]} {state === 'adjudication' ? 'to adjudicate' : state}
            {state === 'accepted' &&
              automatic > 0 &&
              (automatic === counts.accepted ? ' automatically' : ` (${automatic} automatically)`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
