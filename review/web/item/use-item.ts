import { useEffect, useState, useSyncExternalStore } from 'react';
import type { JsonValue } from '../../../core/canonical.js';
import type { ItemFilter } from '../../../core/review/api.js';
import type { RejectReason } from '../../../core/review/event.js';
import { useKeys } from '../parts/use-keys.js';
import { goTo } from '../route.js';
import { contentKindOf } from '../kinds/kinds.js';
import { changesBetween } from '../text/changes.js';
import type { Work } from '../work/claims.js';
import { useSession } from '../work/session.js';
import { isRefusedEdit } from '../work/notices.js';
import { useDraft } from '../work/use-draft.js';
import { bodyOf, undoDecision, useSaving, useUndo } from '../work/use-work.js';
import { firstPlace, moveCall, moveStop, placeInFocus } from './move.js';
import { useAdjudication } from './use-adjudication.js';
import { usePlaces } from './use-places.js';
import type { Words } from '../form/use-words.js';
import { useRedo } from '../work/use-redo.js';

interface Given {
  readonly work: Extract<Work, { item: unknown }>;
  readonly queue: string;
  readonly filter: ItemFilter;
}

export type ItemDialog = 'reject' | 'flag' | 'comment' | 'guideline' | 'tools' | 'keys';

/** All that one can do with the item in front, and the keys for it. */
export function useItem({ work, queue, filter }: Given) {
  const session = useSession();
  const page = work.item;
  const saving = useSaving();
  const draft = useDraft(queue, page);
  const [open, setOpen] = useState<ItemDialog>();
  const [editing, setEditing] = useState(work.state === 'held' && draft.draft !== undefined);
  const undoLast = useUndo(queue, page);
  const redo = useRedo(queue, work);
  const places = usePlaces(draft.half === undefined ? 'place' : 'json');
  const adjudication = useAdjudication(work);
  const refused = useRefusedEdit(page.itemId);

  useEffect(() => {
    if (!refused) return;
    const { content } = refused.act.body;
    if (draft.draft === undefined && content !== undefined) draft.change(content);
    setEditing(true);
  }, [refused]);

  const held = work.state === 'held';
  const action = page.visits.at(-1)?.action;
  const may = {
    decide: held,
    approve: held && (adjudication !== undefined || action !== 'write'),
    edit: held && page.kind.editable && (adjudication !== undefined || action !== 'judge'),
    skip: held && adjudication === undefined,
  };
  const decide = (verdict: string, more: Readonly<Record<string, JsonValue | undefined>> = {}): void => {
    if (work.state !== 'held') return;
    setOpen(undefined);
    session.notices.seen();
    session.do({
      what: 'decide',
      queue,
      itemId: page.itemId,
      says: `${verdict} “${page.title}”`,
      body: bodyOf({
        token: work.claim.token,
        visit: page.visit,
        version: page.version,
        verdict,
        adjudicates: adjudication !== undefined,
        ...more,
      }),
    });
  };
  const takeMerged = (): void => {
    if (!adjudication) return;
    const { result, open: left } = adjudication;
    if (left > 0)
      return session.notices.say(left === 1 ? '1 place is still open.' : `${left} places are still open.`);
    if (changesBetween(page.content, result).length === 0) decide('approve');
    else decide('edit', { content: result });
  };
  const change = (content: JsonValue, half?: string): void => {
    draft.change(content, half);
    session.amend(queue, page.itemId, content, half !== undefined);
  };
  const actions = {
    approve: () => (may.approve ? decide('approve') : session.notices.say(cannot('approve', held))),
    edit: () => {
      if (!may.edit) return session.notices.say(cannot('edit', held));
      const place = placeInFocus() ?? firstPlace();
      if (draft.draft === undefined) draft.change(adjudication?.result ?? page.content);
      setEditing(true);
      if (draft.half !== undefined || contentKindOf(page.kind)?.form === undefined) places.show('json', '');
      else if (place === undefined) places.show('form', '');
      else places.openAt(place);
    },
    reject: () => (may.decide ? setOpen('reject') : session.notices.say(cannot('reject', held))),
    skip: () => {
      if (!may.skip || work.state !== 'held') return session.notices.say(cannot('skip', held));
      session.do({
        what: 'skip',
        queue,
        itemId: page.itemId,
        says: `skip “${page.title}”`,
        body: { token: work.claim.token },
      });
    },
    undo: undoLast,
    redo,
    tools: () => setOpen('tools'),
    flag: () => setOpen('flag'),
    comment: () => setOpen('comment'),
    guideline: () => setOpen('guideline'),
    help: () => setOpen('keys'),
    back: () => goTo({ page: 'queue', queue, filter }),
    down: () => moveStop(1),
    up: () => moveStop(-1),
    'next call': () => moveCall(1),
    'previous call': () => moveCall(-1),
    'call below': () => moveCall(1),
    'call above': () => moveCall(-1),
    submit: takeMerged,
    choose: (choice: number) => adjudication?.choose(choice),
  };

  return {
    /** Where the item is read: its keys are in front unless it is edited. */
    reading: { place: adjudication ? 'adjudication' : 'item', active: !(editing && held) } as const,
    places,
    may,
    saving,
    actions,
    open,
    setOpen,
    adjudication,
    refused: refused?.said,
    draft: draft.draft,
    half: draft.half,
    kept: draft.kept,
    editing: editing && held ? (draft.draft ?? page.content) : undefined,
    change,
    /** Begins an edit with this content, or continues it. */
    begin: (content: JsonValue): void => {
      if (!may.edit) return session.notices.say(cannot('edit', held));
      change(content);
      setEditing(true);
    },
    /** A field holds what is no value yet: it is not in the content, and so not in an edit that waits. */
    unfinished: () => {
      if (draft.draft !== undefined) session.amend(queue, page.itemId, draft.draft, true);
    },
    stopEditing: () => {
      // Opened and left as it was: no draft to keep.
      const { draft: content, half } = draft;
      const same = content !== undefined && changesBetween(page.content, content).length === 0;
      if (same && half === undefined) draft.drop();
      places.close(placeInFocus() ?? (places.open === '' ? undefined : places.open));
      setEditing(false);
    },
    dropDraft: () => {
      draft.drop();
      session.notices.done(page.itemId);
      places.close(placeInFocus());
      setEditing(false);
    },
    submitEdit: (content: JsonValue, confirmed: string | undefined) => {
      session.notices.done(page.itemId);
      decide('edit', { content, confirmed });
    },
    submitReject: (reason: RejectReason, text: string) =>
      decide('reject', { reason, text: text === '' ? undefined : text }),
    undoDecision: (decision: string) =>
      undoDecision(session, queue, page.itemId, decision, `the decision on “${page.title}”`),
    comment: (text: string) => {
      setOpen(undefined);
      session.do({ what: 'comment', queue, itemId: page.itemId, says: 'comment', body: { text } });
    },
    setFlag: (flag: string, on: boolean, text: string) => {
      setOpen(undefined);
      session.do({
        what: 'flag',
        queue,
        itemId: page.itemId,
        says: on ? `flag “${flag}”` : `remove flag “${flag}”`,
        body: bodyOf({ flag, on, text: text === '' ? undefined : text }),
      });
    },
    reopen: () =>
      session.do({ what: 'reopen', queue, itemId: page.itemId, says: `reopen “${page.title}”`, body: {} }),
  };
}
export type ItemActions = ReturnType<typeof useItem>;

const cannot = (action: string, held: boolean): string =>
  held ? `Not available in this round: ${action}.` : `You can only read this item; not available: ${action}.`;

/** The edit of this item that the server has refused for what its checks found. */
function useRefusedEdit(itemId: string) {
  const { notices } = useSession();
  const { refused } = useSyncExternalStore(notices.subscribe, notices.snapshot);
  return refused?.act.itemId === itemId && isRefusedEdit(refused) ? refused : undefined;
}

/** The keys of the item while it is read. */
export function useItemKeys({ reading, actions, saving }: ItemActions, { take }: Words): void {
  useKeys(reading.place, { ...actions, words: take, 'take words': take }, saving, reading.active);
}
