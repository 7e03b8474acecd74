import type { ReactNode } from 'react';

interface Props {
  /** What would be done, and to how many items. */
  readonly says: ReactNode;
  /** Titles of some of the items. */
  readonly titles: readonly string[];
  /** The button that does it. */
  readonly children: ReactNode;
  readonly onCancel: () => void;
}

/** The preview of an action on many items. */
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
