import type { ItemFilter, QueueView } from '../../../core/review/api.js';
import { bodyOf } from '../work/use-work.js';

const CONDITIONS = ['split', 'setting', 'tool', 'flag', 'round'] as const;

/** Which items: what lists are narrowed by, as fields of a form. */
export function FilterFields({ view }: { readonly view: QueueView }) {
  return (
    <>
      {CONDITIONS.map((name) => (
        <label key={name}>
          {name}
          <select name={name}>
            <option value="">any</option>
            {view.facets[name].map(({ value, items }) => (
              <option key={value} value={value}>
                {value} ({items})
              </option>
            ))}
          </select>
        </label>
      ))}
      <label>
        words
        <input name="search" type="search" maxLength={200} />
      </label>
    </>
  );
}

/** What a form says under a name; undefined where that is nothing. */
export function textOf(form: HTMLFormElement): (name: string) => string | undefined {
  const given = new FormData(form);
  return (name) => {
    const value = given.get(name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
}

/** The filter that the fields say. */
export function filterOf(form: HTMLFormElement): ItemFilter {
  const text = textOf(form);
  return bodyOf(Object.fromEntries([...CONDITIONS, 'search'].map((name) => [name, text(name)] as const)));
}
