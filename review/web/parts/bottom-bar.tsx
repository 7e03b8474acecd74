import { useState, type ReactNode } from 'react';
import { Pace } from './pace.js';

interface Props {
  readonly label: string;
  /** What became of the last thing, for screen readers too. */
  readonly says?: string;
  /** Said beside the progress. */
  readonly note?: ReactNode;
  /** What is done less often: behind a button where there is little room. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** The one bar of actions at the bottom of the window, with how far the queue is. */
export function BottomBar({ label, says, note, more, children }: Props) {
  const [all, setAll] = useState(false);
  return (
    <div className="bar" role="toolbar" aria-label={label}>
      <div className="bar-top">
        <Pace />
        {note}
      </div>
      {says !== undefined && (
        <span className="bar-says" role="status" aria-live="polite">
          {says}
        </span>
      )}
      <div className="bar-line">
        <div className={all ? 'bar-row all' : 'bar-row'}>
          <div className="bar-acts">{children}</div>
          <button
            type="button"
            className="button more"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            aria-label="More actions"
          >
            <span aria-hidden="true">⋯</span>
          </button>
        </div>
        <div className={all ? 'bar-more all' : 'bar-more'}>{more}</div>
      </div>
    </div>
  );
}
