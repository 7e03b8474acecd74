import type { ReactNode } from 'react';

interface Props {
  readonly title: ReactNode;
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** A section that can be folded. */
export function Fold({ title, open = false, children }: Props) {
  return (
    <details open={open}>
      <summary>{title}</summary>
      <div className="folded">{children}</div>
    </details>
  );
}
