import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { JsonValue } from '../../../core/canonical.js';
import type { ItemFilter } from '../../../core/review/api.js';
import type { RejectReason } from '../../../core/review/event.js';
import { useKeys } from '../parts/use-keys.js';
import { goTo } from '../route.js';
import { contentKindOf } from '../kinds/kinds.js';
import { changesBetween } from '../text/changes.js';
import type { Work } from '../work/claims.js';
import { useSession } from '../work/session.js';
import { newResponses, withNewResponses, withoutNewResponses } from '../work/new-responses.js';
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

/** Actions on an item that ignore its unsubmitted edit. */
export type Without = 'approve' | 'accept' | 'reject' | 'skip';
export type ItemDialog = 'reject' | 'flag' | 'comment' | 'guideline' | 'tools' | 'keys';

/** All actions on the current item, and their keys. */
export function useItem({ work, queue, filter }: Given) {
  const session = useSession();
  const page = work.item;
  const saving = useSaving();
  const adjudication = useAdjudication(work);
  const base = adjudication?.result ?? page.content;
  const draft = useDraft(queue, page, base);
  const [open, setOpen] = useState<ItemDialog>();
  const [editing, setEditing] = useState(work.state === 'held' && draft.draft !== undefined && !draft.aside);
  /** An action that waits until the user has answered what happens to the unsubmitted edit. */
  const [asked, setAsked] = useState<{ readonly what: Without; readonly then: () => void }>();
  const [submitAtOnce, setSubmitAtOnce] = useState(false);
  const undoLast = useUndo(queue, page);
  const redo = useRedo(queue, work);
  const places = usePlaces(draft.half === undefined ? 'place' : 'json');
  const refused = useRefusedEdit(page.itemId);

  useEffect(() => {
    if (!refused) return;
    const { content } = refused.act.body;
    if (draft.draft === undefined && content !== undefined) draft.take(content);
    setEditing(true);
  }, [refused]);

  const fresh = useMemo(() => refused && newResponses(refused.act.body['content'], refused.said), [refused]);
  const asSent = (content: JsonValue): JsonValue => (fresh ? withoutNewResponses(content, fresh) : content);
  const { content } = draft;
  const shown = useMemo(() => (fresh ? withNewResponses(content, fresh) : content), [fresh, content]);

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
    if (left > 0) return session.notices.say(`${left} ${left === 1 ? 'place is' : 'places are'} still open.`);
    if (changesBetween(page.content, result).length === 0) decide('approve');
    else decide('edit', { content: result });
  };
  /** Runs an action, but asks first if the item has an unsubmitted edit. */
  const unlessEdited = (what: Without, then: () => void): void => {
    if (draft.draft === undefined) then();
    else setAsked({ what, then });
  };
  const approve = (): void => {
    if (!may.approve) return session.notices.say(cannot('approve', held));
    if (adjudication?.chosen) unlessEdited('accept', takeMerged);
    else unlessEdited('approve', () => decide('approve'));
  };
  const edit = (): void => {
    if (!may.edit) return session.notices.say(cannot('edit', held));
    const place = placeInFocus() ?? firstPlace();
    setEditing(true);
    if (draft.half !== undefined || contentKindOf(page.kind)?.form === undefined) places.show('json', '');
    else if (place === undefined) places.show('form', '');
    else places.openAt(place);
  };
  const change = (edited: JsonValue, half?: string): void => {
    const content = asSent(edited);
    draft.change(content, half);
    session.amend(queue, page.itemId, content, half !== undefined);
  };
  const actions = {
    approve,
    edit,
    reject: () => {
      if (may.decide) unlessEdited('reject', () => setOpen('reject'));
      else session.notices.say(cannot('reject', held));
    },
    skip: () => {
      if (!may.skip || work.state !== 'held') return session.notices.say(cannot('skip', held));
      const { token } = work.claim;
      const says = `skip “${page.title}”`;
      unlessEdited('skip', () =>
        session.do({ ...{ what: 'skip', queue, itemId: page.itemId }, says, body: { token } }),
      );
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
    submit: () => unlessEdited('accept', takeMerged),
    choose: (choice: number) => adjudication?.choose(choice),
  };

  return {
    /** Keys for reading the item; inactive while it is edited. */
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
    content: draft.content,
    asked:
      asked && draft.draft !== undefined
        ? {
            what: asked.what,
            changed: draft.draft,
            base,
            onClose: () => setAsked(undefined),
            onContinue: () => {
              setAsked(undefined);
              edit();
            },
            onSubmit: () => {
              setAsked(undefined);
              setSubmitAtOnce(true);
              setEditing(true);
            },
            onWithout: () => {
              setAsked(undefined);
              asked.then();
            },
          }
        : undefined,
    submitAtOnce,
    half: draft.half,
    kept: draft.kept,
    editing: editing && held ? shown : undefined,
    asSent,
    change,
    /** Starts or continues an edit with this content. */
    begin: (content: JsonValue): void => {
      if (!may.edit) return session.notices.say(cannot('edit', held));
      change(content);
      setEditing(true);
    },
    /** A field's text is not a value yet, so it is missing from the content and from an edit that waits to be sent. */
    unfinished: () => {
      session.amend(queue, page.itemId, draft.content, true);
    },
    stopEditing: () => {
      // Nothing was changed, so no draft is kept.
      if (draft.draft === undefined) draft.drop();
      setSubmitAtOnce(false);
      places.close(placeInFocus() ?? (places.open === '' ? undefined : places.open));
      setEditing(false);
    },
    dropDraft: () => {
      draft.drop();
      session.notices.done(page.itemId);
      places.close(placeInFocus());
      setEditing(false);
    },
    submitEdit: (edited: JsonValue, confirmed: string | undefined) => {
      const content = asSent(edited);
      session.notices.done(page.itemId);
      draft.submit();
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

/** The edit of this item that the server refused because of its findings. */
function useRefusedEdit(itemId: string) {
  const { notices } = useSession();
  const { refused } = useSyncExternalStore(notices.subscribe, notices.snapshot);
  return refused?.act.itemId === itemId && isRefusedEdit(refused) ? refused : undefined;
}

/** The item's keys while it is read. */
export function useItemKeys({ reading, actions, saving }: ItemActions, { take }: Words): void {
  useKeys(reading.place, { ...actions, words: take, 'take words': take }, saving, reading.active);
}
