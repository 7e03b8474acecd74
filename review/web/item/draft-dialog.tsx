import type { JsonValue } from '../../../core/canonical.js';
import { ActionButton } from '../parts/action-button.js';
import { Dialog } from '../parts/dialog.js';
import { useKeys } from '../parts/use-keys.js';
import { Changes } from '../parts/word-diff.js';
import type { Without } from './use-item.js';

interface Props {
  /** The action that the user chose. */
  readonly what: Without;
  readonly base: JsonValue;
  readonly changed: JsonValue;
  readonly onSubmit: () => void;
  readonly onContinue: () => void;
  readonly onWithout: () => void;
  readonly onClose: () => void;
}

const WITHOUT = {
  approve: 'Approve without it',
  accept: 'Accept without it',
  reject: 'Reject without it',
  skip: 'Skip; keep the draft',
} as const;

/** Asks what to do with an edit that is not submitted before another action on its item. */
export function DraftDialog({ what, base, changed, onSubmit, onContinue, onWithout, onClose }: Props) {
  useKeys('note', { submit: onSubmit });
  return (
    <Dialog title="You have an edit of this item that is not submitted" onClose={onClose}>
      <Changes before={base} after={changed} same="Its JSON is incomplete." />
      <p className="note">The draft is kept in this browser until the edit is submitted or discarded.</p>
      <footer className="buttons">
        <ActionButton action="submit" tone="main" onPress={onSubmit} first>
          Submit the edit
        </ActionButton>
        <button type="button" className="button" onClick={onContinue}>
          Continue editing
        </button>
        <button type="button" className="button" onClick={onWithout}>
          {WITHOUT[what]}
        </button>
      </footer>
    </Dialog>
  );
}
