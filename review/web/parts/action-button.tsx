import type { ReactNode } from 'react';
import type { Action } from '../keys.js';
import { useKeyOf } from './use-keys.js';

interface Props {
  readonly action: Action;
  readonly onPress: () => void;
  readonly disabled?: boolean;
  readonly tone?: 'good' | 'bad' | 'main';
  readonly children: ReactNode;
}

/** A button with the badge of its key, both from the table of keys. */
export function ActionButton({ action, onPress, disabled = false, tone, children }: Props) {
  const key = useKeyOf(action);
  return (
    <button
      type="button"
      className={tone ? `button ${tone}` : 'button'}
      aria-keyshortcuts={key.replace('Ctrl', 'Control').replace('Esc', 'Escape')}
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) onPress();
      }}
    >
      {children} <kbd aria-hidden="true">{key}</kbd>
    </button>
  );
}
