import { useQuery } from '@tanstack/react-query';
import { hrefOf } from '../address.js';
import { useSession } from '../work/session.js';

/** Items with unresolved comments. */
export function OpenComments({ queue }: { readonly queue: string }) {
  const { api } = useSession();
  const filter = { comments: 'open' } as const;
  const found = useQuery({
    queryKey: ['items', queue, filter, 'lead'],
    queryFn: () => api.items(queue, filter, 'queue'),
  });
  const { items = [], total = 0 } = found.data ?? {};
  return (
    <section aria-label="Open comments">
      <h2>Open comments</h2>
      {total === 0 ? (
        <p className="note">No comment waits for an answer.</p>
      ) : (
        <>
          <ul>
            {items.map(({ itemId, title }) => (
              <li key={itemId}>
                <a href={hrefOf({ page: 'item', queue, itemId, filter })}>{title}</a>
              </li>
            ))}
          </ul>
          {total > items.length && <a href={hrefOf({ page: 'queue', queue, filter })}>All {total}</a>}
        </>
      )}
    </section>
  );
}
