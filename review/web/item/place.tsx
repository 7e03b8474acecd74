import { createContext, useContext, type ReactNode } from 'react';
import type { Editing } from '../kinds/editing.js';

export const EditingContext = createContext<Editing | undefined>(undefined);

interface Props {
  /** Its path in the content; that of a call is the path of what its form has. */
  readonly place: string;
  /** What screen readers call it. */
  readonly label: string;
  readonly className?: string;
  readonly as?: 'div' | 'li' | 'section';
  /** A call: keys go from one to the next. */
  readonly call?: boolean;
  /** The part as a form. Absent: it is edited with what is around it. */
  readonly form?: (editing: Editing) => ReactNode;
  readonly children: ReactNode;
}

/** A part of an item that the cursor stops at; it can be edited where it stands while the rest is read. */
export function Place({ place, label, className, as: Tag = 'div', call = false, form, children }: Props) {
  const editing = useContext(EditingContext);
  const open = editing?.open === place && form !== undefined;
  const stop = call ? { 'data-call': '' } : { 'data-stop': '' };
  return (
    <Tag
      className={open ? `${className ?? ''} open` : className}
      data-place={form === undefined ? undefined : place}
      data-open={open ? '' : undefined}
      tabIndex={call && !open ? 0 : -1}
      role={Tag === 'div' ? 'group' : undefined}
      aria-label={label}
      {...stop}
    >
      {open ? form(editing) : children}
    </Tag>
  );
}
