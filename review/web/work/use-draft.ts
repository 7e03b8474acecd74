import { useRef, useState } from 'react';
import type { JsonValue } from '../../../core/canonical.js';
import type { ItemPage } from '../../../core/review/api.js';
import type { Draft } from '../saving/drafts.js';
import { changesBetween } from '../text/changes.js';
import { useSession } from './session.js';

/**
 * The edit of an item that is going on; kept on this machine at each change, once it differs from what it began with.
 * @param base what it begins with: the item, or what an adjudicator has chosen
 */
export function useDraft(queue: string, item: ItemPage, base: JsonValue) {
  const { drafts, me } = useSession();
  const of = { by: me.name, queue, itemId: item.itemId, version: item.version };
  const [draft, setDraft] = useState<Omit<Draft, 'atMs'> | undefined>(() => drafts.read(of));
  const [kept, setKept] = useState(true);
  // Fields may hold an earlier `change`.
  const submitted = useRef(draft?.submitted);
  const differs = (content: JsonValue, half: string | undefined): boolean =>
    half !== undefined || changesBetween(base, content).length > 0;
  const written = draft !== undefined && (draft.submitted === true || differs(draft.content, draft.half));
  return {
    /** Undefined where nothing differs from what it began with. */
    draft: written ? draft.content : undefined,
    /** As the form has it. */
    content: draft?.content ?? base,
    half: draft?.half,
    aside: draft?.aside === true,
    kept,
    /** @param half what stands in the JSON view, where that is no JSON yet */
    change: (content: JsonValue, half?: string): void => {
      const next = { content, half, submitted: submitted.current };
      setDraft(next);
      if (next.submitted === true || differs(content, half))
        setKept(drafts.keep(of, { ...next, atMs: Date.now() }));
      else drafts.drop(of);
    },
    /** An edit that was refused, where it was no draft until then. */
    take: (content: JsonValue): void => {
      submitted.current = true;
      const next = { content, submitted: true } as const;
      setDraft(next);
      setKept(drafts.keep(of, { ...next, atMs: Date.now() }));
    },
    /** It is on its way to the server: what is typed from now on belongs to it. */
    submit: (): void => {
      submitted.current = true;
      const next = { content: draft?.content ?? base, half: draft?.half, submitted: true } as const;
      setDraft(next);
      if (written) drafts.keep(of, { ...next, atMs: Date.now() });
    },
    drop: (): void => {
      submitted.current = undefined;
      setDraft(undefined);
      drafts.drop(of);
    },
  };
}
