import type { ReactNode } from 'react';
import { Fold } from './fold.js';

interface Props {
  readonly title: string;
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** A section of the column beside an item. */
export function Part({ title, open = false, children }: Props) {
  return (
    <section className="part">
      <Fold title={<h2>{title}</h2>} open={open}>
        {children}
      </Fold>
    </section>
  );
}
