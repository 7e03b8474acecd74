import { useState, type ReactNode } from 'react';
import { Pace } from './pace.js';

interface Props {
  readonly label: string;
  /** The outcome of the last action, also announced to screen readers. */
  readonly says?: string;
  /** Shown beside the progress. */
  readonly note?: ReactNode;
  /** Less common actions; behind a button if there is little space. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** The bar with the page's actions and the queue's progress, at the bottom of the window. */
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
