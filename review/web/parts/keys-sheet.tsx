import { KEYS, type Place } from '../keys.js';
import { Dialog } from './dialog.js';
import { useKeys } from './use-keys.js';

const SAYS: Readonly<Record<Place, string>> = {
  list: 'In a queue',
  done: 'With nothing left to review',
  item: 'Reading an item',
  edit: 'Editing',
  adjudication: 'Where reviewers differ',
  reject: 'Rejecting',
  note: 'Writing a comment or a flag',
  sheet: '',
};

/** Where reviewers differ all keys of reading an item work as well: said once. */
const isRepeated = (place: Place, where: readonly Place[]): boolean =>
  place === 'adjudication' && where.includes('item');

/** All keys, as the table has them. */
export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  useKeys('sheet', {});
  const places = (Object.keys(SAYS) as Place[]).filter((place) => SAYS[place] !== '');
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      <p className="note">
        Keys do nothing while you type, hold Ctrl or Alt, or while something is being saved.
      </p>
      <div className="columns">
        {places.map((place) => (
          <section key={place}>
            <h3>{SAYS[place]}</h3>
            {place === 'adjudication' && <p className="note">All keys of reading an item, and:</p>}
            <dl className="keys">
              {KEYS.filter(({ places: where }) => where.includes(place) && !isRepeated(place, where)).map(
                ({ key, says }) => (
                  <div key={key}>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{says}</dd>
                  </div>
                ),
              )}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
