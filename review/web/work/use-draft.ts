import { useState } from 'react';
import type { JsonValue } from '../../../core/canonical.js';
import type { ItemPage } from '../../../core/review/api.js';
import type { Draft } from '../saving/drafts.js';
import { useSession } from './session.js';

/** The edit of an item that is going on; kept on this machine at each change. */
export function useDraft(queue: string, item: ItemPage) {
  const { drafts, me } = useSession();
  const of = { by: me.name, queue, itemId: item.itemId, version: item.version };
  const [draft, setDraft] = useState<Pick<Draft, 'content' | 'half'> | undefined>(() => drafts.read(of));
  const [kept, setKept] = useState(true);
  return {
    draft: draft?.content,
    half: draft?.half,
    kept,
    /** @param half what stands in the JSON view, where that is no JSON yet */
    change: (content: JsonValue, half?: string): void => {
      setDraft({ content, half });
      setKept(drafts.keep(of, { content, half, atMs: Date.now() }));
    },
    drop: (): void => {
      setDraft(undefined);
      drafts.drop(of);
    },
  };
}
