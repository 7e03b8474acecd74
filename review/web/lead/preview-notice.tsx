import type { ReactNode } from 'react';

interface Props {
  /** What would be done, to how many. */
  readonly says: ReactNode;
  /** Titles of some of the items. */
  readonly titles: readonly string[];
  /** Does it. */
  readonly children: ReactNode;
  readonly onCancel: () => void;
}

/** What an act on many items would do, before it is done. */
export function PreviewNotice({ says, titles, children, onCancel }: Props) {
  return (
    <div className="notice" role="status">
      <p>
        {says} {titles.length > 0 && 'Sample:'}
      </p>
      <ul>
        {titles.map((title, at) => (
          <li key={at}>{title}</li>
        ))}
      </ul>
      <div className="buttons">
        {children}
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
