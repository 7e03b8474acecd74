import type { ReactNode } from 'react';
import type { Action } from '../keys.js';
import { useKeyOf } from './use-keys.js';

interface Props {
  readonly action: Action;
  readonly onPress: () => void;
  readonly disabled?: boolean;
  /** The button gets the focus when its dialog opens. */
  readonly first?: boolean;
  readonly tone?: 'good' | 'bad' | 'main';
  readonly children: ReactNode;
}

/** A button with its label and the badge of its key, both from the table of keys. */
export function ActionButton({ action, onPress, disabled = false, first = false, tone, children }: Props) {
  const key = useKeyOf(action);
  return (
    <button
      type="button"
      className={tone ? `button ${tone}` : 'button'}
      aria-keyshortcuts={key.replace('Ctrl', 'Control').replace('Esc', 'Escape')}
      aria-disabled={disabled}
      data-first={first ? '' : undefined}
      onClick={() => {
        if (!disabled) onPress();
      }}
    >
      {children} <kbd aria-hidden="true">{key}</kbd>
    </button>
  );
}
