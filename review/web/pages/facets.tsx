import { useEffect, useId, useState } from 'react';
import type { ItemFilter, QueueView } from '../../../core/review/api.js';
import { hrefOf } from '../address.js';
import { goTo } from '../route.js';

type Facet = keyof QueueView['facets'];
const FACETS: readonly Facet[] = ['state', 'split', 'setting', 'round', 'flag', 'reason', 'tool'];
/** Longer lists are folded. */
const SHORT = 8;
/** Pause in typing, in milliseconds, after which the search starts. */
const PAUSE_MS = 250;

interface Props {
  readonly view: QueueView;
  readonly filter: ItemFilter;
}

/** Search fields of the list: text, and values with the number of items that have each. */
export function Facets({ view, filter }: Props) {
  const any = Object.keys(filter).length > 0;
  const [open, setOpen] = useState(false);
  const id = useId();
  const { mine, ...conditions } = filter;
  const chosen = [...Object.values(conditions).map(String), ...(mine ? ['my decisions'] : [])];
  return (
    <aside className="facets" aria-label="Filters">
      <button
        type="button"
        className="button small facets-fold"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true">{open ? '▾' : '▸'}</span> Search and filters
        {chosen.length > 0 && <span className="setting">{chosen.join(', ')}</span>}
      </button>
      <div id={id} className={open ? 'facets-body open' : 'facets-body'}>
        <Search key={view.queue} queue={view.queue} filter={filter} />
        <p>
          {any ? (
            <a href={hrefOf({ page: 'queue', queue: view.queue, filter: {} })}>Show all items</a>
          ) : (
            'All items'
          )}
        </p>
        {FACETS.filter((facet) => view.facets[facet].length > 0).map((facet) => (
          <FacetList key={facet} facet={facet} view={view} filter={filter} />
        ))}
      </div>
    </aside>
  );
}

function FacetList({ facet, view, filter }: Props & { readonly facet: Facet }) {
  const [all, setAll] = useState(false);
  const values = view.facets[facet];
  const shown = all ? values : values.slice(0, SHORT);
  const chosen = filter[facet];
  return (
    <section>
      <h2>{facet}</h2>
      <ul>
        {shown.map(({ value, items }) => (
          <li key={value}>
            <a
              href={hrefOf({ page: 'queue', queue: view.queue, filter: toggled(filter, facet, value) })}
              aria-current={chosen === value ? 'true' : undefined}
            >
              {value}{' '}
              {chosen === value && <span className="visually-hidden">(chosen; press to take it away)</span>}
            </a>
            <span className="count">{items}</span>
          </li>
        ))}
      </ul>
      {values.length > SHORT && (
        <button type="button" className="plain" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Fewer' : `All ${values.length}`}
        </button>
      )}
    </section>
  );
}

function toggled(filter: ItemFilter, facet: Facet, value: string): ItemFilter {
  const { [facet]: before, ...rest } = filter;
  return before === value ? rest : { ...rest, [facet]: value };
}

function Search({ queue, filter }: { queue: string; filter: ItemFilter }) {
  const [text, setText] = useState(filter.search ?? '');
  useEffect(() => {
    if (text === (filter.search ?? '')) return;
    const timer = setTimeout(() => {
      const { search: _, ...rest } = filter;
      goTo({ page: 'queue', queue, filter: text.trim() === '' ? rest : { ...rest, search: text } });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, queue, filter]);
  return (
    <label>
      Search
      <input type="search" value={text} maxLength={200} onChange={(event) => setText(event.target.value)} />
    </label>
  );
}
