import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** At the side of the window, as high as it: what is read beside the page. */
  readonly aside?: boolean;
}

/**
 * A dialog over the page: the focus begins at `data-first` and stays in it; Esc closes it and brings the focus back. It
 * opens and closes within the press of a key: the next press, however fast, is for what is then in front.
 */
export function Dialog({ title, onClose, children, wide = false, aside = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = dialog.current;
    shown?.showModal();
    const first = shown?.querySelector<HTMLElement>('[data-first]');
    first?.focus();
    // What stands there is a proposal: typing replaces it.
    if (first instanceof HTMLInputElement && first.type === 'text') first.select();
    return () => {
      // While it is open, nothing behind it can have the focus.
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={aside ? 'aside' : wide ? 'wide' : undefined}
      aria-labelledby={heading}
      onCancel={(event) => {
        // Left to itself the browser hides it at once and tells of it later; a key in between would be lost.
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <button type="button" className="plain" onClick={onClose} aria-label="Close">
          Close
        </button>
      </header>
      {children}
    </dialog>
  );
}
