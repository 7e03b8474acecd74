import { ActionButton } from '../parts/action-button.js';
import { BottomBar } from '../parts/bottom-bar.js';
import type { Work } from '../work/claims.js';
import { useSession } from '../work/session.js';
import type { ItemActions } from './use-item.js';

interface Props {
  readonly view: ItemActions;
  readonly work: Extract<Work, { item: unknown }>;
}

/** What one can do with the item: the buttons of the keys. */
export function ActionBar({ view, work }: Props) {
  const { me } = useSession();
  const { actions, may, saving, adjudication } = view;
  const settled = work.item.state === 'accepted' || work.item.state === 'rejected';
  const merging = adjudication !== undefined && adjudication.merged.differences.length > 0;
  // Where versions are merged, it is the rarer way, and stands last.
  const approve = (
    <ActionButton action="approve" tone="good" onPress={actions.approve} disabled={saving || !may.approve}>
      {adjudication ? 'Approve as shown' : 'Approve'}
    </ActionButton>
  );
  return (
    <BottomBar
      label="Decide"
      more={
        <>
          {may.skip && (
            <ActionButton action="skip" onPress={actions.skip} disabled={saving}>
              Skip
            </ActionButton>
          )}
          <ActionButton action="flag" onPress={actions.flag} disabled={saving}>
            Flag
          </ActionButton>
          <ActionButton action="comment" onPress={actions.comment} disabled={saving}>
            Comment
          </ActionButton>
          <ActionButton action="guideline" onPress={actions.guideline}>
            Guideline
          </ActionButton>
          <ActionButton action="undo" onPress={actions.undo} disabled={saving}>
            Undo
          </ActionButton>
          <ActionButton action="redo" onPress={actions.redo} disabled={saving}>
            Redo
          </ActionButton>
        </>
      }
    >
      {may.decide && (
        <>
          {merging && (
            <ActionButton
              action="submit"
              tone="main"
              onPress={actions.submit}
              disabled={saving || adjudication.open > 0}
            >
              Accept <span className="wide-only">these</span>
              {adjudication.open > 0 && ` (${adjudication.open} open)`}
            </ActionButton>
          )}
          {!merging && approve}
          <ActionButton action="edit" onPress={actions.edit} disabled={saving || !may.edit}>
            {view.draft === undefined ? 'Edit' : 'Continue editing'}
          </ActionButton>
          <ActionButton action="reject" tone="bad" onPress={actions.reject} disabled={saving}>
            Reject
          </ActionButton>
          {merging && approve}
        </>
      )}
      {settled && me.role === 'admin' && (
        <button type="button" className="button" onClick={view.reopen} aria-disabled={saving}>
          Reopen
        </button>
      )}
    </BottomBar>
  );
}
