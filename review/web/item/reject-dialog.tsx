import { useRef, useState } from 'react';
import type { RejectReason } from '../../../core/review/event.js';
import { ActionButton } from '../parts/action-button.js';
import { Dialog } from '../parts/dialog.js';
import { useKeys } from '../parts/use-keys.js';

interface Props {
  /** The reasons to choose from. */
  readonly reasons: readonly RejectReason[];
  readonly onReject: (reason: RejectReason, text: string) => void;
  readonly onClose: () => void;
  readonly title?: string;
}

/** Asks for the reason of a rejection, with an optional text; `other` requires one. */
export function RejectDialog({ reasons, onReject, onClose, title = 'Reject: why?' }: Props) {
  const [reason, setReason] = useState<RejectReason>();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLFieldSetElement>(null);

  const submit = (): void => {
    if (reason === undefined) setProblem('Choose a reason.');
    else if (reason === 'other' && text.trim() === '') setProblem('Say in the text what it is.');
    else onReject(reason, text.trim());
  };
  const choose = (at: number): void => {
    const chosen = reasons[at];
    if (chosen) setReason(chosen);
    // The focus follows the selected reason.
    box.current?.querySelectorAll<HTMLInputElement>('input')[at]?.focus();
    setProblem('');
  };
  useKeys('reject', { choose, submit });

  return (
    <Dialog title={title} onClose={onClose}>
      <fieldset ref={box} className="reasons">
        <legend className="visually-hidden">Reason</legend>
        {reasons.map((name, at) => (
          <label key={name}>
            <input
              type="radio"
              name="reason"
              checked={reason === name}
              onChange={() => choose(at)}
              data-first={at === 0 ? '' : undefined}
            />
            {name} <kbd aria-hidden="true">{(at + 1) % 10}</kbd>
          </label>
        ))}
      </fieldset>
      <label>
        Text {reason === 'other' ? '(required)' : '(optional)'}
        <textarea rows={3} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <p className="problem" role="alert">
        {problem}
      </p>
      <footer>
        <ActionButton action="submit" tone="bad" onPress={submit}>
          Reject and go on
        </ActionButton>
      </footer>
    </Dialog>
  );
}
