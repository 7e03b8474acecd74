import { useState } from 'react';
import { ActionButton } from '../parts/action-button.js';
import { Dialog } from '../parts/dialog.js';
import { useKeys } from '../parts/use-keys.js';

interface CommentProps {
  readonly onSend: (text: string) => void;
  readonly onClose: () => void;
}

/** A comment for the next reviewer of the item. */
export function CommentDialog({ onSend, onClose }: CommentProps) {
  const [text, setText] = useState('');
  const submit = (): void => {
    if (text.trim() !== '') onSend(text.trim());
  };
  useKeys('note', { submit });
  return (
    <Dialog title="Comment" onClose={onClose}>
      <label>
        What should others know about this item?
        <textarea rows={4} value={text} onChange={(event) => setText(event.target.value)} data-first />
      </label>
      <p className="note">In a blind round, others see it once the round is settled.</p>
      <footer>
        <ActionButton action="submit" tone="main" onPress={submit} disabled={text.trim() === ''}>
          Send
        </ActionButton>
      </footer>
    </Dialog>
  );
}

interface FlagProps {
  readonly flags: readonly string[];
  readonly onSet: (flag: string, on: boolean, text: string) => void;
  readonly onClose: () => void;
}

/** Sets or removes flags of the item. */
export function FlagDialog({ flags, onSet, onClose }: FlagProps) {
  const [flag, setFlag] = useState('look again');
  const [text, setText] = useState('');
  const submit = (): void => {
    if (flag.trim() !== '') onSet(flag.trim(), true, text.trim());
  };
  useKeys('note', { submit });
  return (
    <Dialog title="Flag" onClose={onClose}>
      {flags.length > 0 && (
        <ul className="flags">
          {flags.map((name) => (
            <li key={name}>
              <span className="chip flag">{name}</span>
              <button type="button" className="plain" onClick={() => onSet(name, false, '')}>
                Remove <span className="visually-hidden">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <label>
        New flag
        <input value={flag} maxLength={60} onChange={(event) => setFlag(event.target.value)} data-first />
      </label>
      <label>
        Text (optional)
        <textarea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <footer>
        <ActionButton action="submit" tone="main" onPress={submit} disabled={flag.trim() === ''}>
          Set flag
        </ActionButton>
      </footer>
    </Dialog>
  );
}
