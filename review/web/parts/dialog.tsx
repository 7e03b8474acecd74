import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** Shown at the side of the window in full height, for text that is read beside the page. */
  readonly aside?: boolean;
}

/**
 * A modal dialog: the focus starts at `data-first` and stays inside; Esc closes it and restores the focus. It opens and
 * closes synchronously with the key press, so that the next press reaches what is then in front.
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
    // The text is a suggestion, so typing replaces it.
    if (first instanceof HTMLInputElement && first.type === 'text') first.select();
    return () => {
      // While the dialog is open, no element behind it can have the focus.
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
        // By default the browser hides the dialog at once but fires `close` later; a key pressed in between would be
        // lost.
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
