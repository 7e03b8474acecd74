import { useQueries, useQuery } from '@tanstack/react-query';
import type { ItemPage, ToolList, ToolShown } from '../../../core/review/api.js';
import { documentOf } from '../mtu-bench/item-content.js';
import { useSession } from '../work/session.js';

/** What an edit can choose from, and the documents of what it calls. */
export interface Tools {
  readonly list: ToolList['tools'];
  /** How many there are beyond the list. */
  readonly more: number;
  readonly documents: readonly ToolShown[];
}

/**
 * Tools for an edit of an item: the list once, and each document when a call names its tool. The page has those that the
 * item calls; while the server cannot be heard, those are all there is to choose from.
 * @param names what the edit calls; undefined for content that calls nothing
 */
export function useTools(queue: string, page: ItemPage, names: readonly string[] | undefined): Tools {
  const { api } = useSession();
  const { itemId, documents } = page;
  const { data } = useQuery({
    queryKey: ['tools', queue, itemId],
    queryFn: () => api.tools(queue, itemId),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: names !== undefined,
  });
  const called = new Set(names);
  const asked = [...called].filter((tool) => tool !== '' && documentOf(documents, tool) === undefined);
  const found = useQueries({
    queries: asked.map((tool) => ({
      queryKey: ['tool', queue, itemId, tool],
      queryFn: () => api.tool(queue, itemId, tool),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const list = data?.tools ?? documents;
  return {
    list,
    more: (data?.total ?? 0) - (data?.tools.length ?? 0),
    documents: [...documents, ...found.flatMap((one) => one.data ?? [])],
  };
}
